import {
  closest,
  EFFECT_FIELDS,
  effectsOfArgv,
  fieldOf,
  type CallEffects,
  type EffectField,
  type Effects,
  type Run,
  type ToolLookup,
} from '@atip/protocol'
import type { Doubt, Judgement, KnownField } from './judgement.js'
import { effectClassOf } from './effect-class.js'

/** Descriptions by the word a program is called with. */
export interface Knowledge {
  lookup: ToolLookup
  programs: readonly string[]
  /** Reads the effects of shell lines and code inside of a call. */
  effectsOfRun?: (run: Run) => Effects | undefined
}

/** Judges a command line and, as far as descriptions are there, what it runs in turn. */
export function judge(words: readonly string[], knowledge: Knowledge): Judgement {
  const { effects, call } = effectsOfArgv(words, knowledge.lookup, knowledge)
  if (call === undefined) return unknownProgram(words, knowledge)
  const runs = call.runs.filter(isFollowed).map((run) => judge(run.words, knowledge))
  const isTold = call.harmless !== undefined && runs.length === 0
  return {
    words,
    verdict: effectClassOf(effects, isTold ? call.harmless : undefined),
    effects,
    fields: fieldsOf(effects, call, words, runs),
    ...(call.harmless && { harmless: call.harmless }),
    doubts: [...doubtsOf(call, knowledge), ...runs.flatMap(({ doubts }) => doubts)],
    runs,
    paths: call.paths,
    ...(call.stdin && { stdin: call.stdin.kind }),
  }
}

type FollowedRun = Extract<Run, { kind: 'argv' }>

function isFollowed(run: Run): run is FollowedRun {
  return run.kind === 'argv' && run.where === 'here'
}

function unknownProgram(words: readonly string[], { programs }: Knowledge): Judgement {
  const word = words[0] ?? ''
  const likely = closest(word, programs)
  const advice = likely === undefined ? '' : `; did you mean ${JSON.stringify(likely)}?`
  const message = `nothing describes ${JSON.stringify(word)}${advice}`
  const doubts = [{ word, reason: 'unknown-program', message }]
  return { words, verdict: 'unknown', effects: {}, fields: [], doubts, runs: [], paths: [] }
}

function fieldsOf(
  effects: Effects,
  call: CallEffects,
  words: readonly string[],
  runs: readonly Judgement[],
): KnownField[] {
  return EFFECT_FIELDS.filter((field) => fieldOf(effects, field) !== undefined).map((field) => {
    const value = fieldOf(effects, field)
    return { field, value, source: sourceOf(field, value, call, words, runs) }
  })
}

/** The call itself, if it says as much; otherwise what it runs. */
function sourceOf(
  field: EffectField,
  value: unknown,
  call: CallEffects,
  words: readonly string[],
  runs: readonly Judgement[],
): KnownField['source'] {
  const own = call.sources[field]
  const says = (other: Effects) => JSON.stringify(fieldOf(other, field)) === JSON.stringify(value)
  const run = says(call.own) && own !== undefined ? undefined : runs.find((inner) => says(inner.effects))
  if (run !== undefined) return { kind: 'run', name: run.words.join(' ') }
  if (own?.kind === 'option') return { kind: 'option', name: own.flag }
  if (own?.kind === 'argument') return { kind: 'argument', name: own.name }
  return { kind: own?.kind ?? 'tool', name: [words[0], ...(own?.kind === 'command' ? own.path : [])].join(' ') }
}

function doubtsOf({ doubts, runs, stdin }: CallEffects, { effectsOfRun }: Knowledge): Doubt[] {
  const isRead = (run: Run) => effectsOfRun?.(run)?.destructive !== undefined
  return [
    ...doubts.map(({ word, reason }) => ({
      word,
      reason,
      message: `${JSON.stringify(word)}: ${WORDS[reason] ?? reason}`,
    })),
    ...runs.filter((run) => !isFollowed(run) && !isRead(run)).map(notFollowed),
    ...(stdin?.kind === 'code' || stdin?.kind === 'arguments'
      ? [{ word: '-', reason: 'stdin', message: 'what it reads from stdin is run, and not known here' }]
      : []),
  ]
}

function notFollowed(run: Run): Doubt {
  if (run.kind === 'argv') {
    const word = run.words.join(' ')
    return { word, reason: `runs-${run.where}`, message: `what ${JSON.stringify(word)} does elsewhere is not known` }
  }
  const kind = run.kind === 'shell' ? 'a shell line' : `code in ${run.language}`
  return { word: run.text, reason: run.kind, message: `${JSON.stringify(run.text)} is ${kind}, which is not read here` }
}

const WORDS: Readonly<Record<string, string>> = {
  'unknown-option': 'no such option is described',
  'ambiguous-option': 'matches more than one option',
  'unknown-command': 'no such command is described',
  'unexpected-operand': 'one argument more than is described',
  'unexpected-value': 'the option takes no value',
  'missing-value': 'the option lacks its value',
  'missing-terminator': 'the list of words never ends',
  'invalid-value': 'not a value that is described',
}
