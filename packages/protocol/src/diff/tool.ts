import type { AtipTool, Pattern } from '../types/tool.js'
import { fitOfVersion } from '../version.js'
import { appeared, changed, vanished, type Change, type ChangeKind, type ChangePlace } from './change.js'
import { equal } from '../equal.js'

interface Field {
  field: string
  read: (tool: AtipTool) => unknown
  kind: (before: unknown, after: unknown) => ChangeKind
}

const always = (kind: ChangeKind) => () => kind

/** How safe commands are that the document leaves out, from harmless to worst. */
const ASSUMPTIONS = ['known-safe', 'same-as-included', 'unknown', 'known-unsafe']

const FIELDS: readonly Field[] = [
  { field: 'name', read: ({ name }) => name, kind: always('breaking') },
  { field: 'version', read: ({ version }) => version, kind: always('compatible') },
  { field: 'description', read: ({ description }) => description, kind: always('compatible') },
  { field: 'homepage', read: ({ homepage }) => homepage, kind: always('compatible') },
  { field: 'atip.version', read: ({ atip }) => atip.version, kind: always('compatible') },
  { field: 'atip.features', read: ({ atip }) => atip.features, kind: always('compatible') },
  {
    field: 'atip.minAgentVersion',
    read: ({ atip }) => atip.minAgentVersion,
    // Agents that could read the tool now have to skip it (decision 2).
    kind: (before, after) => (fitOfVersion(text(after), text(before)) === 'known' ? 'compatible' : 'breaking'),
  },
  { field: 'binary', read: ({ binary }) => binary, kind: always('compatible') },
  { field: 'trust', read: ({ trust }) => trust, kind: always('compatible') },
  {
    field: 'authentication.required',
    read: ({ authentication }) => authentication?.required,
    kind: (_, after) => (after === true ? 'breaking' : 'compatible'),
  },
  {
    field: 'authentication.methods',
    read: ({ authentication }) => authentication?.methods,
    kind: always('compatible'),
  },
  {
    field: 'authentication.checkCommand',
    read: ({ authentication }) => authentication?.checkCommand,
    kind: always('compatible'),
  },
  { field: 'partial', read: ({ partial = false }) => partial, kind: always('compatible') },
  {
    field: 'omitted.safetyAssumption',
    read: ({ omitted }) => omitted?.safetyAssumption,
    kind: (before, after) => (rankOf(after) > rankOf(before) ? 'danger' : 'effect'),
  },
]

/** What the tool says of itself; its commands, options and effects are compared elsewhere. */
export function* diffTool(before: AtipTool, after: AtipTool): Generator<Change> {
  const place: ChangePlace = { path: [], subject: { type: 'tool', name: after.name }, title: `"${after.name}"` }
  for (const { field, read, kind } of FIELDS) {
    const old = read(before)
    const now = read(after)
    if (!equal(old, now)) yield changed(kind(old, now), place, field, old, now)
  }
  yield* diffPatterns(before.patterns ?? [], after.patterns ?? [])
}

function* diffPatterns(before: readonly Pattern[], after: readonly Pattern[]): Generator<Change> {
  const old = new Map(before.map((pattern) => [pattern.name, pattern]))
  const now = new Map(after.map((pattern) => [pattern.name, pattern]))
  for (const [name, pattern] of old) {
    const other = now.get(name)
    if (other === undefined) yield vanished('compatible', patternPlace(name))
    else yield* diffPattern(pattern, other)
  }
  for (const name of now.keys()) if (!old.has(name)) yield appeared('compatible', patternPlace(name))
}

function* diffPattern(before: Pattern, after: Pattern): Generator<Change> {
  const place = patternPlace(after.name)
  const isRun = after.executable === true
  const wasRun = before.executable === true
  // An agent may now run by itself what it could only show before.
  if (isRun !== wasRun) yield changed(isRun ? 'danger' : 'effect', place, 'executable', wasRun, isRun)
  for (const field of ['description', 'steps', 'variables', 'tags'] as const) {
    if (equal(before[field], after[field])) continue
    yield changed(field === 'steps' && isRun ? 'effect' : 'compatible', place, field, before[field], after[field])
  }
}

function patternPlace(name: string): ChangePlace {
  return { path: [], subject: { type: 'pattern', name }, title: `pattern "${name}"` }
}

function rankOf(assumption: unknown): number {
  return ASSUMPTIONS.indexOf(typeof assumption === 'string' ? assumption : 'unknown')
}

function text(version: unknown): string {
  return typeof version === 'string' ? version : '0.0'
}
