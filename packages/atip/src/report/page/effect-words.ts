import {
  fieldOf,
  worsen,
  type Argument,
  type CallEffects,
  type Effects,
  type EffectField,
  type Option,
} from '@atip/protocol'

/** What people ask about a command, in the order in which they do. */
const QUESTIONS: readonly { field: EffectField; words: string; danger?: unknown }[] = [
  { field: 'destructive', words: 'destroys something for good', danger: true },
  { field: 'reversible', words: 'can be undone', danger: false },
  { field: 'network', words: 'uses the network' },
  { field: 'filesystem.read', words: 'reads files' },
  { field: 'filesystem.write', words: 'writes files' },
  { field: 'filesystem.delete', words: 'deletes files', danger: true },
  { field: 'subprocess', words: 'runs other programs' },
  { field: 'idempotent', words: 'can be repeated without harm' },
  { field: 'interactive.prompts', words: 'asks questions' },
  { field: 'cost.billable', words: 'costs money', danger: true },
]

export interface EffectLine {
  field: EffectField
  question: string
  answer: 'yes' | 'no' | 'not known'
  isDanger: boolean
  /** Flags that make the answer worse, and what it is then. */
  worseWith: string[]
  worse: 'yes' | 'no'
}

export interface Described {
  arguments?: readonly Argument[] | undefined
  options?: readonly Option[] | undefined
}

/** What a command does when it is called plainly, and which options change that for the worse. */
export function effectLines(effects: Effects, { arguments: operands = [], options = [] }: Described): EffectLine[] {
  const plain = plainEffects(effects, operands)
  return QUESTIONS.map(({ field, words, danger }) => {
    const value = fieldOf(plain, field)
    return {
      field,
      question: words,
      answer: value === undefined ? 'not known' : value === true ? 'yes' : 'no',
      isDanger: danger !== undefined && value === danger,
      worse: field === 'reversible' || field === 'idempotent' ? 'no' : 'yes',
      worseWith: options.filter((option) => makesWorse(option, field, plain)).map(({ flags }) => flags.at(-1)!),
    }
  })
}

/** With the arguments that every call has. */
export function plainEffects(effects: Effects, operands: readonly Argument[]): CallEffects['effects'] {
  return operands
    .filter(({ required }) => required !== false)
    .reduce((sum, { 'x-atip': extension }) => worsen(sum, extension?.effects ?? {}), effects)
}

/** Whether giving this option can destroy something. */
export function isDangerous(option: Option): boolean {
  return rulesOf(option).some((rule) => rule.effects?.destructive === true)
}

function makesWorse(option: Option, field: EffectField, plain: Effects): boolean {
  const now = fieldOf(plain, field)
  return rulesOf(option).some((rule) => {
    const then = rule.effects && fieldOf(rule.effects, field)
    return then !== undefined && then !== now && fieldOf(worsen(plain, rule.effects!), field) === then
  })
}

function rulesOf({ 'x-atip': extension }: Option) {
  return extension === undefined ? [] : [extension, ...(extension.cases ?? [])]
}
