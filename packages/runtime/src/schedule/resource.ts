/** What a call reads or changes: `path:/abs/olute`, a name such as `db:main`, or `*` for everything. */
export interface CallResource {
  key: string
  access: 'read' | 'write'
}

export const EVERYTHING: readonly CallResource[] = Object.freeze([{ key: '*', access: 'write' as const }])

/** Whether the order of two calls matters: one of them changes what the other one touches. */
export function inConflict(one: readonly CallResource[], other: readonly CallResource[]): boolean {
  if (one.some(isEverything) || other.some(isEverything)) return true
  return one.some((a) => other.some((b) => (a.access === 'write' || b.access === 'write') && meet(a.key, b.key)))
}

/** It may change anything, so it runs alone, also beside calls that name nothing. */
function isEverything({ key, access }: CallResource): boolean {
  return key === '*' && access === 'write'
}

/** The same, or one inside of the other. */
function meet(a: string, b: string): boolean {
  return a === b || contains(a, b) || contains(b, a)
}

function contains(outer: string, inner: string): boolean {
  if (outer === '*') return true
  return inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}
