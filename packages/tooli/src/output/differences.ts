/** The differences of two JSON values, one line for each place. */
export function differences(before: unknown, after: unknown, at = ''): string[] {
  if (Object.is(before, after)) return []
  const isBranch = (value: unknown) => typeof value === 'object' && value !== null
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [`${at || '/'}: ${show(before)} -> ${show(after)}`]
  }
  const [old, now] = [new Map(Object.entries(before as object)), new Map(Object.entries(after as object))]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const place = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return differences(old.get(key), now.get(key), place)
  })
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
