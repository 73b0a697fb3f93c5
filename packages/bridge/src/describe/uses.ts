import {
  worsen,
  worst,
  type Argument,
  type CommandRule,
  type Effects,
  type Lineage,
  type Option,
  type ParameterRule,
} from '@atip/protocol'

export type Offered = readonly (Argument | Option)[]

/**
 * The worst a command can do with its options and arguments. Declared effects are those of its mildest use
 * (docs/x-atip.md), and "read-only" is understood to hold for every use.
 */
export function worstUse(declared: Effects, lineage: Lineage, offered: Offered): Effects {
  let effects = declared
  for (const { 'x-atip': extension } of lineage) {
    if (extension === undefined) continue
    for (const rule of extension.cases ?? []) effects = worsenBy(effects, rule)
    const { stdin } = extension
    const meanings = stdin === undefined ? [] : Array.isArray(stdin) ? stdin : [stdin]
    if (meanings.some(({ kind }) => kind === 'code' || kind === 'arguments')) effects = worst(effects, {})
  }
  for (const { 'x-atip': extension } of offered) {
    if (extension === undefined) continue
    effects = worsenBy(effects, extension)
    for (const rule of extension.cases ?? []) effects = worsenBy(effects, rule)
  }
  return effects
}

/** Whether effects may depend on the input; most commands skip the rest. */
export function hasRules(lineage: Lineage, offered: Offered): boolean {
  for (const node of lineage) if (node['x-atip'] !== undefined) return true
  for (const parameter of offered) if (parameter['x-atip'] !== undefined) return true
  return false
}

function worsenBy(effects: Effects, rule: CommandRule | ParameterRule): Effects {
  // Beside "harmless", `effects` are the remaining effects, not added ones.
  const stated = rule.effects !== undefined && rule.harmless === undefined ? worsen(effects, rule.effects) : effects
  const said = rule.unknown === true ? worst(stated, {}) : stated
  const value = 'value' in rule ? rule.value : undefined
  switch (value?.kind) {
    case undefined:
    case 'secret':
    case 'pattern':
    case 'variable':
    case 'filter':
    case 'text':
      return said
    case 'path': {
      const isWritten = value.access.includes('write')
      const isDeleted = value.access.includes('delete')
      if (value.access.includes('execute')) return worst(said, {})
      if (!isWritten && !isDeleted) return said
      return worsen(said, { filesystem: { ...(isWritten && { write: true }), ...(isDeleted && { delete: true }) } })
    }
    default:
      // A command, code, a host: it does whatever the caller writes there.
      return worst(said, {})
  }
}
