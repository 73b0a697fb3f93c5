/** The canonical JSON that TUF signs: sorted keys, no spaces, only quotes and backslashes escaped, no fractions. */
export function canonical(value: unknown): string {
  if (typeof value === 'string') return `"${value.replaceAll(/[\\"]/g, '\\$&')}"`
  if (value === null || typeof value === 'boolean' || Number.isSafeInteger(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} cannot be signed`)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([key, member]) => `${canonical(key)}:${canonical(member)}`).join(',')}}`
}
