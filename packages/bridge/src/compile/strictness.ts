import { costOf, excessOf, sumOf, type Cost } from '../schema/budget.js'
import type { StrictMode } from '../targets/target.js'
import type { Draft } from '../targets/draft.js'
import type { Note } from './notes.js'

/**
 * Which tools are strict. With 'auto', as many as the provider allows, those with the fewest optional properties first;
 * the others are noted. With true, all are, and those that the provider will refuse are noted.
 */
export function strictTools(
  drafts: readonly Draft[],
  wish: boolean | 'auto',
  mode: StrictMode,
  notes: Note[],
): boolean[] {
  if (wish === false) return drafts.map(() => false)
  const costs = drafts.map(({ properties }) => costOf(properties))
  const chosen = choose(costs, mode)
  for (const [index, { name }] of drafts.entries()) {
    if (chosen[index] === true) continue
    const reason = excessOf(costs[index]!, mode.perTool) ?? 'too much together with the others of one request'
    const message =
      wish === 'auto' ? `${name} is not strict: ${reason}` : `${name} is strict, but may be refused: ${reason}`
    notes.push({ code: wish === 'auto' ? 'not-strict' : 'over-limit', name, message })
  }
  return wish === 'auto' ? chosen : drafts.map(() => true)
}

function choose(costs: readonly Cost[], { perTool, perRequest, maxTools }: StrictMode): boolean[] {
  const chosen = costs.map(() => false)
  const cheapestFirst = [...costs.entries()].sort(([, a], [, b]) => a.optional + a.unions - b.optional - b.unions)
  let total = costOf([])
  let count = 0
  for (const [index, cost] of cheapestFirst) {
    if (count === maxTools) break
    if (excessOf(cost, perTool) !== undefined) continue
    const sum = sumOf(total, cost)
    if (excessOf(sum, perRequest) !== undefined) continue
    chosen[index] = true
    total = sum
    count++
  }
  return chosen
}
