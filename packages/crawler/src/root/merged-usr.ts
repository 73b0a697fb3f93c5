/** Packages still contain `/bin` and `/lib`, which are links into `/usr` on current systems. */
const MOVED = new Set(['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'])

export function mergedUsr(parts: string[]): string[] {
  return MOVED.has(parts[0] ?? '') && parts.length > 1 ? ['usr', ...parts] : MOVED.has(parts[0] ?? '') ? [] : parts
}

export const MERGED_LINKS: readonly (readonly [path: string, target: string])[] = [...MOVED].map((name) => [
  name,
  `usr/${name}`,
])
