/**
 * Judging is synchronous, but some of what it may need is large and rarely needed: the grammar of the shell, readers of other
 * languages. Such a module is loaded when a judgement first asks for it: the judgement stops, and starts again afterwards.
 */
export class NotLoaded extends Error {
  constructor(readonly load: () => Promise<void>) {
    super('a module is not loaded yet; call this inside of untilLoaded()')
  }
}

/** A function that gives the module, or throws `NotLoaded` the first time. */
export function late<T>(load: () => Promise<T>): () => T {
  let module: T | undefined
  const fill = async () => {
    module = await load()
  }
  return () => {
    if (module === undefined) throw new NotLoaded(fill)
    return module
  }
}

/** Does the work, again and again until all modules that it asks for are loaded. It must have no effects. */
export async function untilLoaded<T>(work: () => T): Promise<T> {
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error
      await error.load()
    }
  }
}
