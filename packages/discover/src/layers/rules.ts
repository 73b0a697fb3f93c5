import type { Argument, CommandExtension, Option, ParameterExtension, ParameterRule } from '@atip/protocol'
import type { Above } from './types.js'

/** The fields of x-atip on a parameter that say what a call does; the rest says how words are read. */
const RULE_FIELDS: ReadonlySet<string> = new Set(['when', 'effects', 'harmless', 'unknown', 'value', 'note', 'cases'])

/** Every rule on a parameter. */
export function rulesIn(extension: ParameterExtension | undefined): ParameterRule[] {
  const { cases = [], ...own } = partOf(extension, (key) => RULE_FIELDS.has(key))
  return ['effects', 'harmless', 'unknown', 'value'].some((key) => key in own) ? [own, ...cases] : cases
}

/** How its words are read, without what they do. */
export function syntaxIn(extension: ParameterExtension | undefined): ParameterExtension {
  return partOf(extension, (key) => !RULE_FIELDS.has(key))
}

/** A parameter, with the rules of a layer that is believed later if it has none. */
export function fillRules<P extends Option | Argument>(parameter: P, added: P): P {
  const [own, other] = [parameter['x-atip'], added['x-atip']]
  if (other === undefined || rulesIn(own).length > 0) return parameter
  const isReadAlike = (parameter.type === 'boolean') === (added.type === 'boolean')
  const rules = partOf(other, (key) => RULE_FIELDS.has(key))
  const extension = { ...rules, ...(own ?? (isReadAlike ? syntaxIn(other) : {})) }
  return Object.keys(extension).length === 0 ? parameter : { ...parameter, 'x-atip': extension }
}

/** The same for a command. What a layer says of a group as a whole makes no command safer that it does not know. */
export function fillExtension(
  own: CommandExtension | undefined,
  added: CommandExtension | undefined,
  isGroup: boolean,
  { here, there }: Above,
): CommandExtension | undefined {
  const { cases = [], syntax, unlisted: _, ...rest } = added ?? {}
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

function partOf(extension: ParameterExtension | undefined, isWanted: (key: string) => boolean): ParameterExtension {
  return Object.fromEntries(Object.entries(extension ?? {}).filter(([key]) => isWanted(key)))
}
