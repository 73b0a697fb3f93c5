import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { tokenise, type Pattern } from '@atip/protocol'
import { patternsFromRegistries, readPattern } from '@atip/registry/patterns'
import { readIfThere } from '../native/files.js'
import type { Skipped } from '../types.js'
import type { Machine } from './machine.js'

export interface StoredPattern {
  pattern: Pattern
  file: string
  /** `user`: of the user or the administrator. `registry`: fetched, and therefore only advice. */
  source: 'user' | 'registry'
  /** The programs that its steps call. */
  tools: string[]
}

/** The patterns in files of their own (RFC 4.2); of several with one name, the user's comes first. */
export function storedPatterns({ places }: Machine): { patterns: StoredPattern[]; ignored: Skipped[] } {
  const patterns = new Map<string, StoredPattern>()
  const ignored: Skipped[] = []
  for (const folder of [places.data, ...places.systemData].map((data) => join(data, 'patterns'))) {
    const fetched = patternsFromRegistries(folder)
    for (const name of filesIn(folder)) {
      const file = join(folder, name)
      const read = readIfThere(file)
      if (read === undefined) continue
      try {
        if ('reason' in read) throw new Error(read.reason)
        const pattern = readPattern(read.bytes)
        const source = fetched.includes(name) ? 'registry' : 'user'
        if (!patterns.has(pattern.name)) {
          patterns.set(pattern.name, { pattern: asAdvice(pattern, source), file, source, tools: toolsOf(pattern) })
        }
      } catch (error) {
        ignored.push({ path: file, reason: (error as Error).message })
      }
    }
  }
  return { patterns: [...patterns.values()], ignored }
}

/** Publishers in a registry must not decide what may run here without a person. */
function asAdvice(pattern: Pattern, source: StoredPattern['source']): Pattern {
  return source === 'registry' ? { ...pattern, executable: false } : pattern
}

function toolsOf({ steps }: Pattern): string[] {
  const words = steps.map(({ command }) => {
    const tokens = tokenise(command)
    return tokens.ok ? tokens.words[0] : undefined
  })
  return [...new Set(words.filter((word) => word !== undefined).map((word) => basename(word)))]
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort()
  } catch {
    return []
  }
}
