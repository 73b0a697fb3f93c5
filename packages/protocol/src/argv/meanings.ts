import type { ParameterRule, PathAccess, ValueMeaning } from '../x-atip.js'
import type { Use } from './call.js'
import type { Truth } from './condition.js'
import { isPath } from './value.js'

/** Something the call runs in turn. */
export type Run =
  | { kind: 'argv'; words: string[]; where: 'here' | 'remote' | 'container'; parameter: string }
  | { kind: 'shell'; text: string; where: 'here' | 'remote' | 'container'; parameter: string }
  | { kind: 'code'; text: string; language: string; parameter: string }

export interface PathUse {
  path: string
  /** Undefined if only the type says that it is a path. */
  access: PathAccess[] | undefined
  parameter: string
}

/** The commands, code and paths among the values of a call. A meaning that may hold counts. */
export function meaningsOf(
  uses: readonly Use[],
  truthOf: (rule: ParameterRule, words: string[]) => Truth,
): { runs: Run[]; paths: PathUse[] } {
  const runs: Run[] = []
  const paths: PathUse[] = []
  for (const use of joinTails(uses)) {
    const extension = use.parameter['x-atip']
    const { name } = use.parameter
    const rules = extension === undefined ? [] : [extension, ...(extension.cases ?? [])]
    const meanings = rules.filter((rule) => rule.value !== undefined && truthOf(rule, use.words) !== 'no')
    for (const { value } of meanings) {
      if (use.words.length === 0) continue
      if (value!.kind === 'path') {
        for (const word of use.words) paths.push({ path: behind(value!, word), access: value!.access, parameter: name })
      }
      const run = toRun(value!, use.words, name)
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
    else tail.words.push(...use.words)
  }
  return [...joined.values()]
}

function toRun(meaning: ValueMeaning, words: string[], parameter: string): Run | undefined {
  if (meaning.kind === 'code') {
    return { kind: 'code', text: behind(meaning, words.join(' ')), language: meaning.language, parameter }
  }
  if (meaning.kind !== 'command') return undefined
  const { where = 'here' } = meaning
  if (meaning.form === 'shell') return { kind: 'shell', text: behind(meaning, words.join(' ')), where, parameter }
  return { kind: 'argv', words: [behind(meaning, words[0]!), ...words.slice(1)], where, parameter }
}

function behind(meaning: ValueMeaning, text: string): string {
  const after = 'after' in meaning ? meaning.after : undefined
  const place = after === undefined ? -1 : text.indexOf(after)
  return place === -1 ? text : text.slice(place + after!.length)
}
