/** A resource of a call: `path:/abs/olute`, a name such as `db:main`, or `*` for everything. */
export interface CallResource {
  key: string
  access: 'read' | 'write'
}

export const EVERYTHING: readonly CallResource[] = Object.freeze([{ key: '*', access: 'write' as const }])

/** Whether the order of two calls matters, because one changes a resource of the other. */
export function inConflict(one: readonly CallResource[], other: readonly CallResource[]): boolean {
  if (one.some(isEverything) || other.some(isEverything)) return true
  return one.some((a) => other.some((b) => (a.access === 'write' || b.access === 'write') && meet(a.key, b.key)))
}

/** A call that may change anything runs alone, even beside calls without resources. */
function isEverything({ key, access }: CallResource): boolean {
  return key === '*' && access === 'write'
}

/** Whether two resources are the same, or one is inside the other. */
function meet(a: string, b: string): boolean {
  return a === b || contains(a, b) || contains(b, a)
}

function contains(outer: string, inner: string): boolean {
  if (outer === '*') return true
  return inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}
