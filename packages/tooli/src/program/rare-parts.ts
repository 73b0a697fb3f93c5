import { notIncluded, type RarePart } from './not-included.js'

type Parts = typeof import('../parts.js')

/**
 * Loads such a part by a name that is computed, so that a bundler does not put it into every program. `tooli build`
 * has its own way (`build/rare-parts.ts`).
 */
export async function loadRare<P extends RarePart>(part: P): Promise<Awaited<ReturnType<Parts[P]>>> {
  const parts = (await import(/* webpackIgnore: true */ /* @vite-ignore */ moduleOf('tooli')).catch(missing)) as Parts
  return (await parts[part]()) as Awaited<ReturnType<Parts[P]>>

  function missing(error: unknown): never {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw notIncluded(part)
  }
}

const moduleOf = (name: string) => `${name}/parts`

/** Whether the program can be asked for it. Only a build knows that it cannot. */
export function isIncluded(_part: RarePart): boolean {
  return true
}
