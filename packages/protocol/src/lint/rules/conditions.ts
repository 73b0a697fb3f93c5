import { fieldOf, SCALAR_FIELDS } from '../../effects/fields.js'
import { rankOf } from '../../effects/worst.js'
import { closest, type AdviceBudget } from '../../text/closest.js'
import type { Inspection } from '../inspection/inspection.js'
import { ParameterNames, type NameScope } from '../inspection/parameter-names.js'
import type { Keys, Rule } from '../inspection/rule.js'
import { VALUE_PARTS } from '../../argv/condition.js'
import { rulesIn, type RuleSite } from '../inspection/x-atip-rules.js'

/** Safety rules of x-atip that are valid but have no effect. */
export const conditionUnknownName: Rule = {
  id: 'x-atip-unknown-name',
  severity: 'error',
  summary: 'A condition of x-atip names parameters that exist',
  why: 'A rule that waits for a parameter that does not exist never holds, and the danger it describes is never seen. With "without" it always holds, which turns a dry run into a promise for every call.',
  *check(inspection) {
    const { partial } = inspection.document
    for (const { at, name, scope, site } of namesInConditions(inspection)) {
      // A command that was cut off below the tool or group may have the parameter.
      if (partial === true && (site === undefined || site.kind === 'globalOption')) continue
      if (scope.has(name)) continue
      yield { at, message: `no parameter here is called "${name}"${advise(name, scope, inspection.advice)}` }
    }
  },
}

export const conditionAmbiguousName: Rule = {
  id: 'x-atip-ambiguous-name',
  severity: 'warning',
  summary: 'A condition of x-atip names one parameter',
  why: 'An argument and an option of one command may share a name (decision 31). A condition cannot tell them apart: either of them counts as given, so the rule holds for calls it was not meant for.',
  *check(inspection) {
    for (const { at, name, scope } of namesInConditions(inspection)) {
      if (!scope.isTwofold(name)) continue
      yield { at, message: `"${name}" is both an argument and an option here, and either counts; rename one of them` }
    }
  },
}

export const conditionNeverHolds: Rule = {
  id: 'x-atip-never-holds',
  severity: 'error',
  summary: 'A condition of x-atip can hold',
  why: 'Value conditions are about the parameter that has them. A command and a boolean option have no value, so such a rule is never applied.',
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
      const without = new Set(when.without)
      const both = [...(when.with ?? []), ...Object.keys(when.values ?? {})].find((name) => without.has(name))
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

interface NameSite extends Pick<RuleSite, 'site'> {
  at: Keys
  name: string
  scope: NameScope
}

/** Every name under `with`, `without` and `values`. */
function* namesInConditions(inspection: Inspection): Generator<NameSite> {
  const names = new ParameterNames(inspection)
  for (const rule of rulesIn(inspection)) {
    const { when } = rule.rule
    if (when?.with === undefined && when?.without === undefined && when?.values === undefined) continue
    const scope = names.scopeOf(rule)
    for (const name of Object.keys(when.values ?? {})) {
      yield { at: [...rule.keys, 'when', 'values', name], name, scope, site: rule.site }
    }
    for (const part of ['with', 'without'] as const) {
      for (const [index, name] of (when[part] ?? []).entries()) {
        yield { at: [...rule.keys, 'when', part, index], name, scope, site: rule.site }
      }
    }
  }
}

function advise(name: string, scope: NameScope, budget: AdviceBudget): string {
  const likely = scope.byFlag(name) ?? closest(name, scope.names(), budget)
  return likely === undefined ? '; name one that exists' : `; did you mean "${likely}"?`
}
