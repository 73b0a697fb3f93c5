import type { Effects } from '@atip/protocol'

/** A budget for billable calls, in units that the host chooses. */
export interface CallBudget {
  /** Deducts the cost of a call, or says why it cannot. */
  take(effects: Effects): string | undefined
  /** Refunds a call that did not run. */
  giveBack(effects: Effects): void
  left(): number
}

export const DEFAULT_PRICES: Readonly<Record<string, number>> = { none: 0, free: 0, low: 1, medium: 10, high: 100 }

/** A budget for several calls. The cost of a call is its `cost.estimate`; an unknown one costs the maximum. */
export function createBudget(units: number, prices: Readonly<Record<string, number>> = DEFAULT_PRICES): CallBudget {
  let left = units
  const most = Math.max(...Object.values(prices))
  const priceOf = (effects: Effects) => {
    if (!isBillable(effects)) return 0
    const { estimate } = effects.cost ?? {}
    return estimate !== undefined && Object.hasOwn(prices, estimate) ? prices[estimate]! : most
  }
  return {
    take(effects) {
      const price = priceOf(effects)
      if (price > left) return `it costs ${price} of a budget of ${units}, of which ${left} are left`
      left -= price
      return undefined
    },
    giveBack: (effects) => void (left += priceOf(effects)),
    left: () => left,
  }
}

/** Calls that stay on this machine cost nothing. */
function isBillable({ cost, network }: Effects): boolean {
  return cost?.billable ?? network !== false
}
