import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../packages', import.meta.url))

const DECLARATION = /^export (?:declare |abstract )*(?:interface|type|class|enum) (\w+)/gm

/** Names with two meanings on purpose, and why. */
const SHARED: Readonly<Record<string, string>> = {
  Command: 'protocol: a described command; tooli: a defined one, and users of tooli see only that',
}

test('no exported type has the same name as another one', () => {
  const files = new Map<string, string[]>()
  for (const file of sources()) {
    for (const [, name] of readFileSync(join(packages, file), 'utf8').matchAll(DECLARATION)) {
      files.set(name!, [...(files.get(name!) ?? []), file])
    }
  }
  expect(files.size).toBeGreaterThan(500)
  const twice = [...files].filter(([, found]) => found.length > 1)
  expect(Object.fromEntries(twice.filter(([name]) => !Object.hasOwn(SHARED, name)))).toEqual({})
  expect(twice.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(SHARED)))
})

/** All sources in packages/NAME/src except fixtures, which only their own tests import. */
function sources(): string[] {
  return readdirSync(packages, { recursive: true, withFileTypes: true })
    .map((entry) => relative(packages, join(entry.parentPath, entry.name)))
    .filter((path) => /^[\w-]+\/src\/.*\.ts$/.test(path) && !path.includes('/testing/'))
}
