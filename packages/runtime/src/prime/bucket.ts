/** A token bucket: `burst` calls at once, at least one, then one for each 60 / `perMinute` seconds. */
export class TokenBucket {
  readonly #most: number
  #tokens: number
  #at: number

  constructor(
    readonly perMinute: number,
    burst: number,
    now: number,
  ) {
    // A bucket for less than one call would never let any pass.
    this.#most = Math.max(1, burst)
    this.#tokens = perMinute > 0 ? this.#most : 0
    this.#at = now
  }

  /** Takes a token, or returns the milliseconds until there is one: `Infinity` if no calls are allowed. */
  take(now: number): number {
    if (this.perMinute <= 0) return Infinity
    const rate = this.perMinute / 60_000
    this.#tokens = Math.min(this.#most, this.#tokens + Math.max(0, now - this.#at) * rate)
    this.#at = now
    // Rounding errors must not cause a wait.
    if (this.#tokens > 1 - 1e-9) {
      this.#tokens -= 1
      return 0
    }
    return (1 - this.#tokens) / rate
  }
}
