/** Writes the files of data/ as modules, so that bundles contain them, too: `src/data/generated/NAME.ts`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const here = new URL('..', import.meta.url)
const target = new URL('src/data/generated/', here)
mkdirSync(target, { recursive: true })
for (const file of readdirSync(new URL('data/', here)).filter((name) => name.endsWith('.json'))) {
  const text = readFileSync(new URL(`data/${file}`, here), 'utf8')
  JSON.parse(text)
  writeFileSync(new URL(file.replace(/json$/, 'ts'), target), `export const text = ${JSON.stringify(text)}\n`)
}
