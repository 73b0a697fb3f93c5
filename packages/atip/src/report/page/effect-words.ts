import {
  EFFECT_WORDS,
  fieldOf,
  harmfulValue,
  parameterRules,
  plainEffects,
  worsen,
  type Command,
  type Effects,
  type EffectField,
  type Option,
} from '@atip/protocol'

/** The questions that users have about a command, in their usual order. */
const QUESTIONS: readonly { field: EffectField; isGrave?: boolean }[] = [
  { field: 'destructive', isGrave: true },
  { field: 'reversible', isGrave: true },
  { field: 'network' },
  { field: 'filesystem.read' },
  { field: 'filesystem.write' },
  { field: 'filesystem.delete', isGrave: true },
  { field: 'subprocess' },
  { field: 'idempotent' },
  { field: 'interactive.prompts' },
  { field: 'cost.billable', isGrave: true },
]

export interface EffectLine {
  field: EffectField
  question: string
  answer: 'yes' | 'no' | 'not known'
  isDanger: boolean
  /** Flags that make the answer worse, and the answer then. */
  worseWith: string[]
  worse: 'yes' | 'no'
}

/** The effects of a command without options, and the options that make them worse. */
export function effectLines(effects: Effects, command: Pick<Command, 'arguments' | 'options'>): EffectLine[] {
  const { arguments: operands = [], options = [] } = command
  const plain = plainEffects(effects, operands)
  return QUESTIONS.map(({ field, isGrave = false }) => {
    const value = fieldOf(plain, field)
    const { does, doesNot } = EFFECT_WORDS[field]
    const isGoodToHave = harmfulValue(field) === false
    return {
      field,
      question: isGoodToHave ? doesNot : does,
      answer: value === undefined ? 'not known' : value === true ? 'yes' : 'no',
      isDanger: isGrave && value === harmfulValue(field),
      worse: isGoodToHave ? 'no' : 'yes',
      worseWith: options.filter((option) => makesWorse(option, field, plain)).map(({ flags }) => flags.at(-1)!),
    }
  })
}

/** Whether giving this option can destroy something. */
export function isDangerous(option: Option): boolean {
  return parameterRules(option).some((rule) => rule.effects?.destructive === true)
}

function makesWorse(option: Option, field: EffectField, plain: Effects): boolean {
  const now = fieldOf(plain, field)
  return parameterRules(option).some((rule) => {
    const then = rule.effects && fieldOf(rule.effects, field)
    return then !== undefined && then !== now && fieldOf(worsen(plain, rule.effects!), field) === then
  })
}
