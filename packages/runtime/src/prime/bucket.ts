/** A token bucket: `burst` calls at once, then one for each 60 / `perMinute` seconds. */
export class TokenBucket {
  #tokens: number
  #at: number

  constructor(
    readonly perMinute: number,
    readonly burst: number,
    now: number,
  ) {
    this.#tokens = burst
    this.#at = now
  }

  /** Takes a token, or returns the milliseconds until there is one. */
  take(now: number): number {
    const rate = this.perMinute / 60_000
    this.#tokens = Math.min(this.burst, this.#tokens + Math.max(0, now - this.#at) * rate)
    this.#at = now
    // Rounding errors must not cause a wait.
    if (this.#tokens > 1 - 1e-9) {
      this.#tokens -= 1
      return 0
    }
    return (1 - this.#tokens) / rate
  }
}
