import { fieldOf, SCALAR_FIELDS } from '../../effects/fields.js'
import { rankOf } from '../../effects/worst.js'
import { closest } from '../../text/closest.js'
import type { Option, Parameter } from '../../types.js'
import { ParameterNames } from '../parameter-names.js'
import type { Rule } from '../rule.js'
import { rulesIn, VALUE_PARTS } from '../x-atip-rules.js'

/** Safety rules of x-atip that are valid and yet do nothing. */
export const conditionUnknownName: Rule = {
  id: 'x-atip-unknown-name',
  severity: 'error',
  summary: 'A condition of x-atip names parameters that exist',
  why: 'A rule that waits for a parameter nobody can give never holds, and the danger it describes is never seen. With "without" it always holds, which turns a dry run into a promise for every call.',
  *check(inspection) {
    const { partial } = inspection.document
    const names = new ParameterNames(inspection)
    for (const site of rulesIn(inspection)) {
      const { when } = site.rule
      if (when?.with === undefined && when?.without === undefined) continue
      // What was cut off below a group or the tool may have the parameter.
      if (partial === true && (site.site === undefined || site.site.kind === 'globalOption')) continue
      const known = names.inScopeOf(site)
      for (const part of ['with', 'without'] as const) {
        for (const [index, name] of (when[part] ?? []).entries()) {
          if (known.some((parameter) => parameter.name === name)) continue
          const message = `no parameter here is called "${name}"${advise(name, known)}`
          yield { at: [...site.keys, 'when', part, index], message }
        }
      }
    }
  },
}

export const conditionNeverHolds: Rule = {
  id: 'x-atip-never-holds',
  severity: 'error',
  summary: 'A condition of x-atip can hold',
  why: 'Value conditions speak of the parameter they stand on. A command and a boolean option have no value, so such a rule is never applied.',
  *check(inspection) {
    for (const { keys, rule, site } of rulesIn(inspection)) {
      const { when } = rule
      if (when === undefined) continue
      const hasValue = site !== undefined && (site.parameter.type !== 'boolean' || site.kind === 'argument')
      const part = hasValue ? undefined : VALUE_PARTS.find((part) => when[part] !== undefined)
      if (part !== undefined) {
        const advice = site === undefined ? 'move the rule to the parameter it means' : 'remove it'
        yield { at: [...keys, 'when', part], message: `there is no value here, so "${part}" never holds; ${advice}` }
      }
      const both = when.with?.find((name) => when.without?.includes(name))
      if (both !== undefined) {
        yield { at: [...keys, 'when'], message: `"${both}" cannot be both given and not given; keep one of the two` }
      }
    }
  },
}

export const ruleCannotLower: Rule = {
  id: 'x-atip-cannot-lower',
  severity: 'warning',
  summary: 'A rule of x-atip only makes effects worse',
  why: 'Its effects are merged with those of the command and the worst value wins, so a milder value is ignored. What an option makes safe is said with "harmless", and what only some options make dangerous belongs on those options.',
  *check(inspection) {
    for (const { keys, rule, level, site } of rulesIn(inspection)) {
      const { effects, harmless } = rule
      // Below the tool and its groups, each command has effects of its own.
      const isShared = site === undefined ? level.children.size > 0 : site.kind === 'globalOption'
      if (effects === undefined || harmless !== undefined || isShared) continue
      for (const { field, order } of SCALAR_FIELDS) {
        const stated = fieldOf(effects, field)
        const base = fieldOf(level.effects, field)
        if (stated === undefined || rankOf(order, stated) >= rankOf(order, base)) continue
        const now = base === undefined ? 'does not state it' : `has ${JSON.stringify(base)}`
        const message = `${JSON.stringify(stated)} changes nothing, as "${level.title}" ${now} and the worst value wins; drop it or use "harmless"`
        yield { at: [...keys, 'effects', ...field.split('.')], message }
      }
    }
  },
}

function advise(name: string, known: readonly Parameter[]): string {
  const byFlag = known.find((parameter) => (parameter as Partial<Option>).flags?.includes(name))
  const likely =
    byFlag?.name ??
    closest(
      name,
      known.map((parameter) => parameter.name),
    )
  return likely === undefined ? '; name one that exists' : `; did you mean "${likely}"?`
}
