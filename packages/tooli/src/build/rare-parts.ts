import { dirname } from 'node:path'
import type { Plugin } from 'esbuild'
import type { RarePart } from '../program/not-included.js'

/** The parts that `--without` can leave out. */
export const RARE_PARTS: readonly RarePart[] = ['mcp', 'skill', 'docs', 'contract']

/** Puts these parts into a built program, each in its own files. A call of a part that is left out says so. */
export function rareParts(without: readonly RarePart[]): Plugin {
  return {
    name: 'rare-parts',
    setup(build) {
      build.onLoad({ filter: /[\\/]program[\\/]rare-parts\.[jt]s$/ }, ({ path }) => ({
        contents: sourceOf(without),
        resolveDir: dirname(path),
        loader: 'js',
      }))
    },
  }
}

const MODULES: Readonly<Record<RarePart, string>> = {
  mcp: '../mcp/entry.js',
  skill: '../skill/entry.js',
  docs: '../docs/docs-command.js',
  contract: '../contract/contract-command.js',
}

function sourceOf(without: readonly RarePart[]): string {
  const parts = RARE_PARTS.filter((part) => !without.includes(part))
  return `import { notIncluded } from '../program/not-included.js'
const PARTS = { ${parts.map((part) => `${part}: () => import('${MODULES[part]}')`).join(', ')} }
export const isIncluded = (part) => PARTS[part] !== undefined
export async function loadRare(part) {
  if (!isIncluded(part)) throw notIncluded(part)
  return PARTS[part]()
}
`
}
