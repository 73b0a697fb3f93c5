import { parseDuration } from '../../duration.js'
import { fieldOf, type EffectField } from '../../effects/fields.js'
import type { Effects } from '../../types/tool.js'
import type { Inspection } from '../inspection/inspection.js'
import type { Remark, Rule } from '../inspection/rule.js'

/** Effects that cannot both be true. Each is reported where the second of the two is stated. */
export const destructiveReversible: Rule = {
  id: 'destructive-reversible',
  severity: 'warning',
  summary: 'What is destructive cannot be undone',
  why: '"destructive" means that data is lost for good and "reversible" that it can be brought back. An agent that believes the second will not ask about the first.',
  check: (inspection) =>
    contradictions(inspection, ['destructive', 'reversible'], (effects) =>
      effects.destructive === true && effects.reversible === true
        ? 'is both destructive and reversible; state "reversible": false, or "destructive": false if it can be undone'
        : undefined,
    ),
}

export const deletesNotDestructive: Rule = {
  id: 'deletes-not-destructive',
  severity: 'warning',
  summary: 'What deletes something is destructive or reversible',
  why: 'A command that lists what it deletes and calls itself not destructive leaves open how that goes together. Either the things can be brought back, or they are lost.',
  check: (inspection) =>
    contradictions(inspection, ['deletes', 'destructive', 'reversible'], (effects) =>
      isFilled(effects.deletes) && effects.destructive === false && effects.reversible !== true
        ? `deletes ${someOf(effects.deletes!)} but is not destructive; state "destructive": true, or "reversible": true if it can be undone`
        : undefined,
    ),
}

export const changesWithoutMeans: Rule = {
  id: 'changes-without-means',
  severity: 'info',
  summary: 'What changes something does so through files, the network or another program',
  why: 'If all of these are denied, either one of them was forgotten or the list of things is wrong. A few commands are right nevertheless, such as one that ends a process.',
  check: (inspection) =>
    contradictions(inspection, ['creates', 'modifies', 'deletes', ...MEANS], (effects) => {
      if (MEANS.some((field) => fieldOf(effects, field) !== false)) return undefined
      const stated = (['creates', 'modifies', 'deletes'] as const).find((field) => isFilled(effects[field]))
      if (stated === undefined) return undefined
      return `${stated} ${someOf(effects[stated]!)}, yet uses no files, network or program; state how, or empty the list`
    }),
}

export const costContradiction: Rule = {
  id: 'cost-contradiction',
  severity: 'warning',
  summary: 'What is billed is not free',
  why: 'An agent that may spend nothing looks at one of the two fields only.',
  check: (inspection) =>
    contradictions(inspection, ['cost.billable', 'cost.estimate'], ({ cost }) =>
      cost?.billable === true && (cost.estimate === 'none' || cost.estimate === 'free')
        ? `is billable, but its cost is estimated as "${cost.estimate}"; make them agree`
        : undefined,
    ),
}

export const durationContradiction: Rule = {
  id: 'duration-contradiction',
  severity: 'warning',
  summary: 'The timeout is longer than the typical duration',
  why: 'A host that takes the timeout at its word would end the command before it can finish.',
  check: (inspection) =>
    contradictions(inspection, ['duration.typical', 'duration.timeout'], ({ duration }) => {
      const typical = parseDuration(duration?.typical ?? '')
      const timeout = parseDuration(duration?.timeout ?? '')
      if (typical === undefined || timeout === undefined || typical.min <= timeout.max) return undefined
      return `typically takes ${duration!.typical} but times out after ${duration!.timeout}; raise the timeout`
    }),
}

const MEANS: EffectField[] = ['filesystem.write', 'filesystem.delete', 'network', 'subprocess']

/** Judges the levels that themselves state one of the fields, so that nothing is reported again below. */
function* contradictions(
  { levels }: Inspection,
  fields: readonly EffectField[],
  judge: (effects: Effects) => string | undefined,
): Generator<Remark> {
  for (const { keys, title, node, effects } of levels) {
    const own = node.effects
    if (own === undefined || fields.every((field) => fieldOf(own, field) === undefined)) continue
    const verdict = judge(effects)
    if (verdict !== undefined) yield { at: [...keys, 'effects'], message: `"${title}" ${verdict}` }
  }
}

function isFilled(list: string[] | undefined): boolean {
  return list !== undefined && list.length > 0
}

/** A list in a sentence. A group's list is repeated for every command below it, so a long one is cut. */
function someOf(list: string[]): string {
  const rest = list.length - SHOWN
  return rest > 0 ? `${list.slice(0, SHOWN).join(', ')} and ${rest} more` : list.join(', ')
}

const SHOWN = 5
