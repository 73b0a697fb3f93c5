import { resolve } from 'node:path'
import type { AtipTool, Effects, Option, PathAccess } from '@atip/protocol'
import type { CallPlaces, RuntimeTool, DeclaredFacts } from '../tool/tool.js'
import { realPath } from './real-path.js'
import { pathOf } from './settle.js'

/** A function call as an ATIP description, so that the guard judges it by the rules for commands. */
export interface DescribedCall {
  tool: AtipTool
  words: string[]
}

export function describeCall(tool: RuntimeTool, facts: DeclaredFacts, { cwd }: CallPlaces): DescribedCall {
  const isLost = facts.destructive !== false && facts.readOnly !== true
  const words = (facts.footprint ?? []).flatMap(({ key, access }) => {
    const path = pathOf(key)
    if (path === undefined) return []
    // Rules may name a link or its target: an allow rule must cover both, a deny rule either.
    return [...new Set([resolve(cwd, path), realPath(path, cwd)])].map((one) => `--${access}=${one}`)
  })
  const description: AtipTool = {
    atip: { version: '0.6' },
    name: tool.id,
    version: '0',
    description: tool.description,
    effects: effectsOf(facts),
    globalOptions: [pathOption('read', ['read']), pathOption('write', isLost ? ['write', 'delete'] : ['write'])],
    // The declared paths are everything that it writes.
    ...(facts.readOnly !== true && { 'x-atip': { cases: [{ when: { with: ['write'] }, effects: WRITES }] } }),
    trust: { source: tool.trust === 'untrusted' ? 'native' : 'user' },
  }
  return { tool: description, words: [tool.id, ...words] }
}

const WRITES: Effects = { filesystem: { write: true } }

function pathOption(name: string, access: PathAccess[]): Option {
  const meaning = { value: { kind: 'path' as const, access } }
  return { name, flags: [`--${name}`], type: 'file', description: name, variadic: true, 'x-atip': meaning }
}

function effectsOf(facts: DeclaredFacts): Effects {
  const { readOnly, destructive, openWorld, reversible, idempotent, billable, requiresUserInteraction } = facts
  const changes = readOnly === undefined ? undefined : !readOnly
  const known = {
    destructive: destructive ?? (readOnly === true ? false : undefined),
    network: openWorld,
    // A function that reaches nothing else starts no processes.
    subprocess: openWorld === false ? false : undefined,
    reversible,
    idempotent,
    filesystem: changes === undefined ? undefined : { read: true, write: changes, delete: changes && destructive },
    cost: billable === undefined ? undefined : { billable },
    interactive: requiresUserInteraction === true ? { prompts: true } : undefined,
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as Effects
}
