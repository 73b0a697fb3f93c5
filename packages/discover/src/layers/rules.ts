import {
  isWarnedOf,
  type Argument,
  type CommandExtension,
  type Option,
  type ParameterExtension,
  type ParameterRule,
} from '@atip/protocol'
import type { Above } from './types.js'

/** The fields of `x-atip` on a parameter that say what a call does; the others say how words are parsed. */
const RULE_FIELDS: ReadonlySet<string> = new Set(
  'when effects harmless unknown value credential changes prints endless hidden reach loss note cases'.split(' '),
)

/** A rule without any of these fields says nothing. */
const SAYS = [
  'effects',
  'harmless',
  'unknown',
  'value',
  'credential',
  'changes',
  'prints',
  'endless',
  'hidden',
  'reach',
  'loss',
]

export function rulesIn(extension: ParameterExtension | undefined): ParameterRule[] {
  const { cases = [], ...own } = partOf(extension, (key) => RULE_FIELDS.has(key))
  return SAYS.some((key) => key in own) ? [own, ...cases] : cases
}

/** The fields about parsing, without those about effects. */
export function syntaxIn(extension: ParameterExtension | undefined): ParameterExtension {
  return partOf(extension, (key) => !RULE_FIELDS.has(key))
}

/** Adds the rules of a weaker layer to a parameter that has none. */
export function fillRules<P extends Option | Argument>(parameter: P, added: P): P {
  const [own, other] = [parameter['x-atip'], added['x-atip']]
  if (other === undefined || rulesIn(own).length > 0) return parameter
  const isReadAlike = (parameter.type === 'boolean') === (added.type === 'boolean')
  const rules = partOf(other, (key) => RULE_FIELDS.has(key))
  const extension = { ...rules, ...(own ?? (isReadAlike ? syntaxIn(other) : {})) }
  return Object.keys(extension).length === 0 ? parameter : { ...parameter, 'x-atip': extension }
}

/** The same for a command. A claim about a whole group makes no command safer that the layer does not know. */
export function fillExtension(
  own: CommandExtension | undefined,
  added: CommandExtension | undefined,
  isGroup: boolean,
  { here, there }: Above,
): CommandExtension | undefined {
  const { cases = [], syntax, unlisted: _, ...said } = added ?? {}
  const rest = isGroup ? withoutPromises(said) : said
  const known = new Set(own?.cases?.map((rule) => JSON.stringify(rule)))
  const further = cases.filter((rule) => !(isGroup && rule.harmless) && !known.has(JSON.stringify(rule)))
  const unlisted = here.unlisted ?? (isGroup ? undefined : there.unlisted)
  const result: CommandExtension = {
    ...rest,
    ...own,
    ...(syntax && { syntax: { ...syntax, ...own?.syntax } }),
    ...(further.length > 0 && { cases: [...(own?.cases ?? []), ...further] }),
    ...(unlisted !== undefined && unlisted !== here.unlisted && { unlisted }),
  }
  return JSON.stringify(result) === JSON.stringify(own ?? {}) ? own : result
}

/** A command's extension without the fields that make calls look safer. */
export function withoutPromises(extension: CommandExtension): CommandExtension {
  const { account: _, incidental: __, loss: ___, reach, prints, ...rest } = extension
  const warnings = [prints ?? []].flat().filter(({ kind }) => isWarnedOf(kind))
  return { ...rest, ...(reach === 'beyond' && { reach }), ...(warnings.length > 0 && { prints: warnings }) }
}

/** The same for a rule; undefined if nothing remains. */
export function ruleWithoutPromises<R extends ParameterRule>(rule: R): R | undefined {
  if (rule.harmless !== undefined) return undefined
  const { credential: _, loss: __, reach, prints, ...rest } = rule
  const warnings = { ...(reach === 'beyond' && { reach }), ...(prints && isWarnedOf(prints) && { prints }) }
  const kept = { ...rest, ...warnings } as R
  return SAYS.some((key) => key in kept) ? kept : undefined
}

function partOf(extension: ParameterExtension | undefined, isWanted: (key: string) => boolean): ParameterExtension {
  return Object.fromEntries(Object.entries(extension ?? {}).filter(([key]) => isWanted(key)))
}
