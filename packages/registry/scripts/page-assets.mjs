/**
 * Bundles the output of `tsc -p tsconfig.browser.json`, the styles and the icon into `src/page/generated/assets.ts`, so
 * that every program that builds a registry contains them, even if it is bundled itself.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const compiled = join(root, 'dist/browser')

/** The modules that the page loads, starting at the entry point; type-only modules also left files behind. */
const scripts = new Map()
const collect = (name) => {
  if (scripts.has(name)) return
  const text = readFileSync(join(compiled, name), 'utf8')
  scripts.set(name, text)
  for (const [, named, bare] of text.matchAll(/^(?:import|export) [^'";=]*from '([^']+)'|^import '([^']+)'/gm)) {
    const target = named ?? bare
    if (!target.startsWith('.')) throw new Error(`${name} imports ${target}, which a page does not have`)
    collect(join(dirname(name), target))
  }
}
collect('page/browser/main.js')
const style = join(root, 'src/page/style')

const assets = Object.fromEntries(
  [
    ...scripts,
    ...readdirSync(style)
      .filter((name) => statSync(join(style, name)).isFile())
      .map((name) => [name, readFileSync(join(style, name), 'utf8')]),
  ].sort(([one], [other]) => (one < other ? -1 : 1)),
)
rmSync(compiled, { recursive: true })
mkdirSync(join(root, 'src/page/generated'), { recursive: true })
const lines = Object.entries(assets).map(([name, text]) => `  ${JSON.stringify(name)}: ${JSON.stringify(text)},`)
const head = '/** Made by scripts/page-assets.mjs. */\nexport const ASSETS: Readonly<Record<string, string>> = {\n'
writeFileSync(join(root, 'src/page/generated/assets.ts'), `${head}${lines.join('\n')}\n}\n`)
