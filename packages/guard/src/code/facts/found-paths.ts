import { shippedData } from '@atip/shims'
import { listed } from '../../places/tables.js'

let endings: ReadonlySet<string> | undefined

/** Whether a name or glob ends like a file that code may find in a folder and read: `*.py`. */
export function hasOrdinaryEnding(text: string | undefined): boolean {
  endings ??= listed((shippedData('code/visible') as { endings: string }).endings)
  const ending = /\.([a-z]\w*)$/.exec(text ?? '')?.[1]
  return ending !== undefined && endings.has(ending)
}

/** Whether a path may lead out of its folder. */
export function leadsOut(path: string): boolean {
  return /^[/~\\]|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)/.test(path)
}
