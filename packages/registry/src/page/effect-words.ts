import {
  EFFECT_FIELDS,
  EFFECT_WORDS,
  effectClassOf,
  effectPhrase,
  fieldOf,
  harmfulValue,
  parameterRules,
  plainEffects,
  worsen,
  type Command,
  type CommandRule,
  type Condition,
  type EffectClass,
  type EffectField,
  type Effects,
  type Option,
  type Parameter,
} from '@atip/protocol'

/** The effects of a command, in the words of badges. */
export interface ShownEffects {
  class: EffectClass
  /** Other known effects: "uses network". */
  labels: string[]
  /** Effects that it is known not to have: "deletes no files". */
  promises: string[]
  /** Effects about which no source says anything: "uses the network", "can be undone". */
  unknown: string[]
}

/** A word for each class, as in the lists of `atip`. */
export const CLASS_WORDS: Readonly<Record<EffectClass, string>> = {
  'read-only': 'read-only',
  'reads-elsewhere': 'reads remote',
  harmless: 'harmless',
  changes: 'changes',
  destructive: 'destructive',
  unknown: 'unknown',
}

/** The effects that users ask about most, in that order. Destructive is a class and not among them. */
const QUESTIONS: readonly EffectField[] = [
  'reversible',
  'filesystem.delete',
  'filesystem.write',
  'network',
  'subprocess',
  'cost.billable',
  'interactive.prompts',
  'interactive.tty',
]

export function shownEffects(effects: Effects, command: Pick<Command, 'arguments'>): ShownEffects {
  const plain = plainEffects(effects, command.arguments ?? [])
  const valueOf = (field: EffectField) => fieldOf(plain, field)
  const named = (['creates', 'modifies', 'deletes'] as const).filter((field) => (plain[field]?.length ?? 0) > 0)
  return {
    class: effectClassOf(plain, undefined),
    labels: unique([
      ...QUESTIONS.filter((field) => valueOf(field) === harmfulValue(field)).map((field) => EFFECT_WORDS[field].label),
      ...named.map((field) => effectPhrase(field, plain[field])!),
    ]),
    promises: QUESTIONS.filter((field) => valueOf(field) === !harmfulValue(field)).map(
      (field) => EFFECT_WORDS[field].doesNot,
    ),
    unknown: (['destructive', ...QUESTIONS.slice(0, 5)] as const)
      .filter((field) => valueOf(field) === undefined)
      .map((field) => (harmfulValue(field) === false ? EFFECT_WORDS[field].doesNot : EFFECT_WORDS[field].does)),
  }
}

/** An option, argument or case that changes the effects of a command. */
export interface OptionEffect {
  /** "--force", or "PATH". Empty for a case of the command itself. */
  who: string
  /** "if it is" and the values. */
  when: { words: string; values: readonly string[] }[]
  /** "destroys data", "cannot be undone". */
  what: string[]
  isDestructive: boolean
  note?: string
}

/** The options and arguments that change the effects of a plain call. */
export function optionEffects(effects: Effects, command: Command): OptionEffect[] {
  const plain = plainEffects(effects, command.arguments ?? [])
  const parameters = [...(command.options ?? []), ...(command.arguments ?? [])]
  const ofParameters = parameters.flatMap((parameter) =>
    parameterRules(parameter).map((rule) => changeOf(nameOf(parameter), rule, plain)),
  )
  const ofCases = (command['x-atip']?.cases ?? []).map((rule) => changeOf('', rule, plain))
  return [...ofParameters, ...ofCases]
    .filter(({ what }) => what.length > 0)
    .sort((one, other) => Number(other.isDestructive) - Number(one.isDestructive))
}

export const nameOf = (parameter: Parameter | Option): string =>
  'flags' in parameter && parameter.flags !== undefined && parameter.flags.length > 0
    ? parameter.flags.join(', ')
    : parameter.name

export const DESTROYS = EFFECT_WORDS.destructive.does
const unique = (words: readonly string[]) => [...new Set(words)]

function changeOf(who: string, rule: CommandRule, plain: Effects): OptionEffect {
  const { effects: stated = {}, when, unknown, harmless, note } = rule
  const worse = worsen(plain, stated)
  const isDestructive = stated.destructive === true
  const isChanged = (field: EffectField) =>
    fieldOf(stated, field) !== undefined &&
    JSON.stringify(fieldOf(worse, field)) !== JSON.stringify(fieldOf(plain, field))
  const phrases = EFFECT_FIELDS.filter((field) => isChanged(field) && field !== 'destructive')
  return {
    who,
    when: when === undefined ? [] : conditionsIn(when),
    what: unique([
      // The command itself already says that a plain call destroys data, unless the rule has a note.
      ...(isDestructive && (plain.destructive !== true || note !== undefined) ? [DESTROYS] : []),
      ...phrases.flatMap((field) => effectPhrase(field, fieldOf(stated, field)) ?? []),
      ...(harmless === 'dry-run' ? ['only shows what it would do'] : []),
      ...(unknown === true ? ['what else happens is not known'] : []),
    ]),
    isDestructive,
    ...(note !== undefined && { note }),
  }
}

const CONDITIONS: readonly [keyof Condition, string][] = [
  ['is', 'if it is'],
  ['isNot', 'unless it is'],
  ['startsWith', 'if it begins with'],
  ['contains', 'if it contains'],
  ['like', 'if it looks like'],
  ['isNotLike', 'unless it looks like'],
  ['with', 'together with'],
  ['without', 'without'],
]

function conditionsIn(when: Condition): OptionEffect['when'] {
  const said = CONDITIONS.map(([key, words]) => ({ words, values: (when[key] as string[] | undefined) ?? [] }))
  const named = Object.entries(when.values ?? {}).map(([name, values]) => ({ words: `if ${name} is`, values }))
  return [...said, ...named].filter(({ values }) => values.length > 0)
}
