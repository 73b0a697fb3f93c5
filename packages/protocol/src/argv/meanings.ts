import type { PathAccess, ValueMeaning } from '../x-atip.js'
import type { Use } from './call.js'
import { parameterRules, type Statement } from './statements.js'
import { isPath } from './value.js'

/** Something the call runs in turn. */
export type Run = RunOrigin &
  (
    | { kind: 'argv'; words: string[]; where: Where }
    | { kind: 'shell'; text: string; where: Where }
    | { kind: 'code'; text: string; language: string }
  )

type Where = 'here' | 'remote' | 'container'

interface RunOrigin {
  parameter: string
  /** Where in argv it begins. */
  index: number
  /** It is an operand, so what follows belongs to it. */
  fromOperand: boolean
}

export interface PathUse {
  path: string
  /** Undefined if only the type says that it is a path. */
  access: PathAccess[] | undefined
  parameter: string
}

/** The commands, code and paths among the values of a call. A meaning that may hold counts. */
export function meaningsOf(uses: readonly Use[], statements: readonly Statement[]): { runs: Run[]; paths: PathUse[] } {
  const possible = new Set(statements.filter(({ some }) => some !== 'no').map(({ rule }) => rule))
  const runs: Run[] = []
  const paths: PathUse[] = []
  for (const use of joinTails(uses)) {
    const { name } = use.parameter
    const meanings = parameterRules(use.parameter).filter((rule) => rule.value !== undefined && possible.has(rule))
    if (use.words.length === 0) continue
    for (const { value } of meanings) {
      if (value!.kind === 'path') {
        for (const word of use.words) paths.push({ path: behind(value!, word), access: value!.access, parameter: name })
      }
      const run = toRun(value!, use)
      if (run !== undefined) runs.push(run)
    }
    if (meanings.length === 0 && isPath(use.parameter)) {
      for (const path of use.words) paths.push({ path, access: undefined, parameter: name })
    }
  }
  return { runs, paths }
}

/** The operands of one variadic argument are one command: `timeout 5 rm -rf build`. */
function joinTails(uses: readonly Use[]): Use[] {
  const joined = new Map<unknown, Use>()
  for (const use of uses) {
    const tail = use.kind === 'argument' ? joined.get(use.parameter) : undefined
    if (tail === undefined) joined.set(use.kind === 'argument' ? use.parameter : use, { ...use, words: [...use.words] })
    else for (const word of use.words) tail.words.push(word)
  }
  return [...joined.values()]
}

function toRun(meaning: ValueMeaning, { words, parameter, index, kind }: Use): Run | undefined {
  const origin: RunOrigin = { parameter: parameter.name, index, fromOperand: kind === 'argument' }
  if (meaning.kind === 'code') {
    // Each word is a piece of its own: `sqlite3 app.db .tables 'select 1'`.
    return { ...origin, kind: 'code', text: behind(meaning, words.join('\n')), language: meaning.language }
  }
  if (meaning.kind !== 'command') return undefined
  const { where = 'here' } = meaning
  if (meaning.form === 'shell') return { ...origin, kind: 'shell', text: behind(meaning, words.join(' ')), where }
  return { ...origin, kind: 'argv', words: [behind(meaning, words[0]!), ...words.slice(1)], where }
}

function behind(meaning: ValueMeaning, text: string): string {
  const after = 'after' in meaning ? meaning.after : undefined
  const place = after === undefined ? -1 : text.indexOf(after)
  return place === -1 ? text : text.slice(place + after!.length)
}
