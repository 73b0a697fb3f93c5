/**
 * Judging is synchronous, but needs large modules: the parser of the shell, and those of other languages. When a
 * judgement first asks for such a module, it stops, and starts again after the module was loaded.
 */
export class NotLoaded extends Error {
  constructor(readonly load: () => Promise<void>) {
    super('a module is not loaded yet; call this inside of untilLoaded()')
  }
}

/** Returns a function that gives the module, or throws `NotLoaded` until it is loaded. */
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

/** Repeats the work until all modules that it asks for are loaded. The work must have no side effects. */
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
