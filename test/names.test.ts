import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where every type is declared that a file exports. */
function declarations(packages: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of packages.flatMap(sourcesOf)) {
    const text = readFileSync(`${root}${file}`, 'utf8')
    for (const [, name] of text.matchAll(/^export (?:interface|type|class) (\w+)/gm))
      found.set(name!, [...(found.get(name!) ?? []), file])
  }
  return found
}

function sourcesOf(name: string): string[] {
  const folder = `packages/${name}/src/`
  const files = readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).map((file) => folder + file)
}

test('no type of the libraries has the name of another', () => {
  const twice = [...declarations(['protocol', 'bridge', 'files'])].filter(([, files]) => files.length > 1)
  expect(twice).toEqual([])
})
