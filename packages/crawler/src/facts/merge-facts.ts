import { isObject, type AtipTool, type ByName, type Command, type Effects, type Option } from '@atip/protocol'

/** A part of a description that a human wrote: a template, or a curated shim. */
export type Facts = Partial<Pick<AtipTool, 'description' | 'homepage' | 'effects' | 'patterns' | 'authentication'>> & {
  commands?: ByName<Partial<Command>>
  globalOptions?: Option[]
  'x-atip'?: AtipTool['x-atip']
}

/** Merges facts written by humans into a generated description. The facts take precedence. */
export function mergeFacts(tool: AtipTool, facts: Facts): AtipTool {
  const { description, homepage, patterns, authentication } = facts
  return {
    ...tool,
    ...(description && { description }),
    ...(homepage && { homepage }),
    ...(patterns && { patterns }),
    ...(authentication && { authentication }),
    ...both('effects', tool.effects, facts.effects, mergeEffects),
    ...both('globalOptions', tool.globalOptions, facts.globalOptions, mergeOptions),
    ...both('commands', tool.commands, facts.commands, mergeCommands),
    ...both('x-atip', tool['x-atip'], facts['x-atip'], (a, b) => ({ ...a, ...b })),
  }
}

/** A field of either side, merged if both have it. */
function both<Key extends string, A, B>(key: Key, left: A | undefined, right: B | undefined, merge: (a: A, b: B) => A) {
  if (left === undefined && right === undefined) return {}
  const value = left === undefined ? right : right === undefined ? left : merge(left, right)
  return { [key]: value } as Record<Key, A>
}

function mergeCommands(known: ByName<Command>, facts: ByName<Partial<Command>>): ByName<Command> {
  const merged = Object.assign(Object.create(null) as ByName<Command>, known)
  for (const [name, fact] of Object.entries(facts)) {
    const own = known[name]
    merged[name] = own === undefined ? { description: '', ...fact } : mergeCommand(own, fact)
  }
  return merged
}

function mergeCommand(known: Command, fact: Partial<Command>): Command {
  return {
    ...known,
    ...fact,
    description: fact.description || known.description,
    ...both('effects', known.effects, fact.effects, mergeEffects),
    ...both('options', known.options, fact.options, mergeOptions),
    ...both('commands', known.commands, fact.commands, mergeCommands),
    ...both('x-atip', known['x-atip'], fact['x-atip'], (a, b) => ({ ...a, ...b })),
  }
}

/**
 * Options that share a flag or the name are the same. A fact may join options that a text lists separately, and two
 * facts may split one. In the end, each flag belongs to one option.
 */
function mergeOptions(known: Option[], facts: Option[]): Option[] {
  const isSame = (a: Option, b: Option) => a.name === b.name || a.flags.some((flag) => b.flags.includes(flag))
  const taken = new Set(facts.flatMap(({ flags }) => flags))
  const joined = facts.map((fact) => {
    const partners = known.filter((option) => isSame(option, fact))
    const more = partners.flatMap(({ flags }) => flags).filter((flag) => !taken.has(flag))
    for (const flag of more) taken.add(flag)
    const description = fact.description || partners[0]?.description
    return { partner: partners[0], option: { ...partners[0], ...fact, flags: [...fact.flags, ...more], description } }
  })
  const rest = known.flatMap((option) => {
    const here = joined.filter(({ partner }) => partner === option).map((one) => one.option)
    return here.length > 0 || facts.some((fact) => isSame(option, fact)) ? here : [option]
  })
  return [...rest, ...joined.filter(({ partner }) => partner === undefined).map((one) => one.option)]
}

function mergeEffects(known: Effects, facts: Effects): Effects {
  const merged: Record<string, unknown> = { ...known }
  for (const [field, value] of Object.entries(facts)) {
    const own = merged[field]
    merged[field] = isObject(own) && isObject(value) ? { ...own, ...value } : value
  }
  return merged as Effects
}
