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

test('importing what verifies loads no package of somebody else', () => {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/^(?:im|ex)port (?!type )[^'"]*from '([^']+)'/gm)) {
      expect(target, `${file} imports ${target}`).toMatch(/^\.|^node:|^@atip\/(protocol\/trust|files)$/)
      if (target!.startsWith('.')) visit(join(dirname(file), target!.replace(/\.js$/, '.ts')))
    }
  }
  visit(join(root, 'packages/trust/src/index.ts'))
  expect(seen.size).toBeGreaterThan(20)
})

/** The static imports of a module of the atip command: its own files and the packages that they name. */
function loadedBy(start: string): Set<string> {
  const source = join(root, 'packages/atip/src')
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const text = readFileSync(join(source, name), 'utf8')
    for (const [, target] of text.matchAll(/^(?:im|ex)port (?!type )[^'"]*from '([^']+)'/gm)) {
      if (target!.startsWith('.')) visit(join(dirname(name), target!).replace(/\.js$/, '.ts'))
      else seen.add(target!)
    }
  }
  visit(start)
  return seen
}

test('a hook loads nothing that reads programs, compares descriptions or verifies, until a lock or a policy asks', () => {
  const loaded = [...loadedBy('hook.ts')]
  expect(loaded).toEqual(expect.arrayContaining(['evidence.ts', 'lock/find-locks.ts', '@atip/guard']))
  expect(
    loaded.filter((name) =>
      /^lock\/(?!find-locks)|^@atip\/(?:trust|discover|protocol)$|\/diff$|^@atip\/discover\/(?!machine$)/.test(name),
    ),
  ).toEqual([])
})

test('only commands that verify or sign load what verifies, and only when they do', () => {
  const commands = readdirSync(join(root, 'packages/atip/src/commands')).filter((name) => !name.endsWith('.test.ts'))
  expect(commands).toContain('verify.ts')
  for (const name of commands) expect([name, loadedBy(`commands/${name}`).has('@atip/trust')]).toEqual([name, false])
})

const OF_NODE = /\bfrom '(?!\.|@atip\/(?:protocol|secrets)')|\bimport\(|\brequire\(|\bprocess\.\w|\bBuffer\b/

test('the bridge and the finder of secrets use nothing of Node, except what verifies, which is apart', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/bridge/package.json'), 'utf8')) as Record<
    string,
    Record<string, string> | undefined
  >
  expect(Object.keys(manifest.dependencies!)).toEqual(['@atip/protocol', '@atip/secrets'])
  expect(Object.keys(manifest.peerDependencies!)).toEqual(['@atip/trust'])
  expect(manifest.peerDependenciesMeta).toEqual({ '@atip/trust': { optional: true } })
  const files = ['bridge', 'secrets'].flatMap((name) => filesBelow(join(root, 'packages', name, 'src')))
  for (const file of files) {
    if (/\.test(-d)?\.ts$|\/bridge\/src\/verify\.ts$/.test(file)) continue
    const code = readFileSync(file, 'utf8')
    // In the finder, such names also occur in patterns and comments.
    expect(code).not.toMatch(file.includes('/secrets/') ? /\bfrom '(?!\.|@atip\/protocol')|\bBuffer\./ : OF_NODE)
  }
})
