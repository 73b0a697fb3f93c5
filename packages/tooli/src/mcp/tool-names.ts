/** Some providers refuse longer names. */
const LONGEST = 64

/** A unique name for each path: its words joined, in characters that every client accepts. */
export function toolNames(own: string, paths: readonly (readonly string[])[]): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>()
  // Shorter paths first, so that a new command deep inside never renames another.
  const inOrder = [...paths].sort((a, b) => a.length - b.length || compare(a.join(' '), b.join(' ')))
  for (const path of inOrder) {
    const wanted = plain(path.length === 0 ? own : path.join('_'))
    let name = wanted
    for (let number = 2; names.has(name); number++) name = `${wanted.slice(0, LONGEST - 4)}_${number}`
    names.set(name, path)
  }
  return names
}

function plain(text: string): string {
  const name = text.replaceAll(/[^\w-]/g, '-').slice(0, LONGEST)
  return name === '' ? 'command' : name
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
