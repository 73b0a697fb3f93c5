import { effectsOf, parameterRules, parseArgv, type Use } from '@atip/protocol/calls'
import type { CallFacts } from '../facts/facts.js'
import { freeWordsOf } from '../facts/free-words.js'
import type { LineFinding } from '../line/finding.js'
import { decode, UNKNOWN_WORDS } from '../shell/encoded.js'
import { knownText, literal } from '../shell/word.js'
import { keepsTo, type Project } from './project.js'
import { saysBeyond } from './reach-words.js'

/**
 * Whether an option inside another option's value leads out of the project: `pytest -o addopts=--basetemp=src`. It is
 * parsed as an option of the same program. If unlisted, it may be meant for another, and only its name counts.
 */
export function hidesOptions(finding: LineFinding, project: Project): boolean {
  const { facts } = finding
  const words = facts === undefined ? [] : freeWordsOf(facts).flatMap(optionsInside)
  if (facts === undefined || words.length === 0) return false
  if (saysBeyond(words.map(literal))) return true
  const { tool, call, found } = facts
  const further = parseArgv(tool, [tool.name, ...call.path, ...words]).uses.filter(isActing)
  if (further.length === 0) return false
  const whole = effectsOf(tool, { ...call, uses: [...call.uses, ...further] }, UNKNOWN_WORDS)
  const paths = whole.paths.filter(({ path, parameter }) => !isNamed(facts, path, parameter))
  const keeps = paths.every(({ path, ...more }) => keepsTo(project, { ...more, path: decode(path) }, finding))
  return whole.reach !== found.reach || !keeps
}

/** `NAME=--option`, `NAME="-a -b"`, `NAME=["--option", "value"]`, or only options. */
function optionsInside({ word, role }: ReturnType<typeof freeWordsOf>[number]): string[] {
  if (role !== 'value' && role !== 'option') return []
  const text = knownText(word)
  const value = role === 'value' ? text : text.replace(/^[^=]*=?/, '')
  const parts = value.split(/[\s"'[\],]+/).map((part) => part.replace(/^[\w.-]+=(?=-)/, ''))
  const first = parts.findIndex((part) => /^--?[a-z]/i.test(part))
  return first === -1 ? [] : parts.slice(first).filter((part) => part !== '')
}

function isActing({ kind, parameter }: Use): boolean {
  return kind === 'option' && !parameterRules(parameter).some(({ harmless }) => harmless !== undefined)
}

function isNamed({ found }: CallFacts, path: string, parameter: string): boolean {
  return found.paths.some((one) => one.path === path && one.parameter === parameter)
}
