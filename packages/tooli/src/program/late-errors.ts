const EVENTS = ['uncaughtException', 'unhandledRejection'] as const

/**
 * Catches what a command throws outside of its own promise, as in a timer: without this, Node would print a stack and
 * end the process without a result. A tool with its own handlers keeps them.
 */
export function catchLateErrors(): { thrown: Promise<{ error: unknown }>; release: () => void } {
  let settle: (late: { error: unknown }) => void = () => {}
  const thrown = new Promise<{ error: unknown }>((resolve) => (settle = resolve))
  const events = EVENTS.filter((event) => process.listenerCount(event) === 0)
  const listener = (error: unknown) => settle({ error })
  for (const event of events) process.on(event, listener)
  return {
    thrown,
    release: () => {
      for (const event of events) process.off(event, listener)
    },
  }
}
