import { notIncluded, type RarePart } from './not-included.js'

type Parts = typeof import('../parts.js')

/**
 * Loads such a part by a computed name, so that bundlers do not include it in every program. `tooli build` replaces
 * this file (`build/rare-parts.ts`).
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

/** Whether the program includes the part. Only a build knows that it does not. */
export function isIncluded(_part: RarePart): boolean {
  return true
}
