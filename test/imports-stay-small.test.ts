import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

/** The first folder of a path; `.` for a file directly in it. */
function folderOf(path: string): string {
  const [first, second] = path.split('/')
  return second === undefined ? '.' : first!
}

test('what every program of tooli loads reaches no schema library and none of what describes', () => {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/^(?:im|ex)port (?!type )[^'"]*from '([^']+)'/gm)) {
      expect(target, `${file} imports ${target}`).toMatch(/^\.|^node:|^@atip\/protocol$/)
      if (target!.startsWith('.')) visit(join(dirname(file), target!.replace(/\.js$/, '.ts')))
    }
  }
  const source = join(root, 'packages/tooli/src')
  visit(join(source, 'index.ts'))
  const folders = new Set([...seen].map((file) => folderOf(relative(source, file))))
  const loaded = ['call', 'callable', 'define', 'effects', 'errors', 'execute', 'files', 'model', 'output', 'parse']
  expect([...folders].sort()).toEqual(['.', ...loaded, 'program', 'schema'])
})

test('the protocol has no dependencies and uses nothing of Node', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/protocol/package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  expect(manifest.dependencies).toBeUndefined()
  for (const file of filesBelow(join(root, 'packages/protocol/src'))) {
    if (file.endsWith('.test.ts')) continue
    expect(readFileSync(file, 'utf8')).not.toMatch(
      /^(import|export) .*from '(?!\.)|\bprocess\.\w|\bBuffer\b|\brequire\(/m,
    )
  }
})

test('the bridge depends on the protocol alone and uses nothing of Node', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/bridge/package.json'), 'utf8')) as Record<
    string,
    Record<string, string> | undefined
  >
  expect(Object.keys(manifest.dependencies!)).toEqual(['@atip/protocol'])
  expect(manifest.peerDependencies).toBeUndefined()
  for (const file of filesBelow(join(root, 'packages/bridge/src'))) {
    if (/\.test(-d)?\.ts$/.test(file)) continue
    const code = readFileSync(file, 'utf8')
    expect(code).not.toMatch(/\bfrom '(?!\.|@atip\/protocol')|\bimport\(|\brequire\(|\bprocess\.\w|\bBuffer\b/)
  }
})
