import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../packages', import.meta.url))

/**
 * The folders of each package, two levels deep, and the files directly in `src`: lowest first. Each imports only from those
 * before it. What `exports` names is the table of contents and may import everything.
 */
const ORDER: Record<string, readonly string[]> = {
  shims: 'words.ts facts.ts spec.ts compile.ts expectation.ts lint.ts pack.ts table.ts open.ts'.split(' '),
  generate: [
    ...'found.ts spec text layout synopsis combine.ts completion fuse wording tables read-text.ts to-atip.ts'.split(
      ' ',
    ),
    ...'generate.ts inference roff/text roff/mdoc roff sources.ts'.split(' '),
  ],
  sandbox: [
    ...'advice.ts helpers.ts limits.ts seccomp start.ts types.ts backends environment.ts guardian.ts'.split(' '),
    ...'identity.ts inherited.ts linked-packages.ts process-count.ts tool-homes.ts system-places.ts'.split(' '),
    ...'view.ts program.ts supervise.ts run.ts proofs open.ts'.split(' '),
  ],
  guard: [
    ...'late.ts shell/plain shell judge/computing judge check-line.ts policy decide-line.ts'.split(' '),
    ...'effects-of-run.ts effects'.split(' '),
  ],
  discover: [
    ...'types.ts version.ts catalog describe/source describe/completion describe/manual describe layers'.split(' '),
    ...'scan/file scan/script scan native search machine'.split(' '),
  ],
  bridge: [],
  protocol: [],
  tooli: [],
  atip: 'version.ts known-tools.ts report report/page documents hooks hook.ts commands cli.ts'.split(' '),
}

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  exports: Record<string, string | { default: string }>
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')) as Manifest

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

const isForTests = (name: string) => /\.test(-d|-data)?\.ts$|fixture|\btesting\//.test(name)

/** `a/b/c/d.ts` is in `a/b`; `a.ts` is a place of its own. */
function placeOf(name: string): string {
  const parts = name.split('/')
  return parts.length === 1 ? name : parts.slice(0, -1).slice(0, 2).join('/')
}

/** Each import of a file, static or dynamic, of values or of types. */
const importsIn = (file: string) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s[\w\s{},*$]*\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ].map(([, named, bare, lazy]) => (named ?? bare ?? lazy)!)

describe.each(readdirSync(packages))('packages/%s', (folder) => {
  const source = join(packages, folder, 'src')
  const manifest = manifestOf(folder)
  const entries = Object.values(manifest.exports)
    .filter((entry) => typeof entry !== 'string')
    .map((entry) => entry.default.replace('./dist/', '').replace(/\.js$/, '.ts'))
  const files = filesBelow(source).map((file) => relative(source, file))
  const code = files.filter((name) => name.endsWith('.ts') && !isForTests(name) && !entries.includes(name))

  test('the order names each folder once, and no other', () => {
    expect([...ORDER[folder]!].sort()).toEqual([...new Set(code.map(placeOf))].sort())
  })

  test('folders import only from folders before them', () => {
    const rank = (name: string) => ORDER[folder]!.indexOf(placeOf(name))
    const wrong = code.flatMap((name) =>
      importsIn(join(source, name))
        .filter((target) => target.startsWith('.'))
        .map((target) => relative(source, join(source, dirname(name), target)).replace(/\.js$/, '.ts'))
        .filter((target) => !target.startsWith('..') && rank(target) > rank(name))
        .map((target) => `${name} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('it imports only what its package.json names', () => {
    const declared = Object.keys({
      ...manifest.dependencies,
      ...manifest.peerDependencies,
      // Only a program is bundled, so only there they are enough.
      ...(folder === 'atip' ? manifest.devDependencies : {}),
    })
    const packageOf = (target: string) =>
      target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/')
    const imported = files
      .filter((name) => name.endsWith('.ts') && !isForTests(name))
      .flatMap((name) => importsIn(join(source, name)))
      .filter((target) => !/^[./]|^node:/.test(target))
    expect([...new Set(imported.map(packageOf))].filter((name) => !declared.includes(name))).toEqual([])
  })
})

test('packages depend on each other in one direction', () => {
  const order = [
    '@atip/protocol',
    '@atip/files',
    '@atip/shims',
    '@atip/generate',
    '@atip/sandbox',
    '@atip/guard',
    'atip-bridge',
  ]
  const all = [...order, '@atip/discover', 'tooli', 'atip']
  const folders = readdirSync(packages)
  expect(folders.map((folder) => manifestOf(folder).name).sort()).toEqual([...all].sort())
  for (const folder of folders) {
    const { name, dependencies, devDependencies } = manifestOf(folder)
    const needed = Object.keys({ ...dependencies, ...devDependencies }).filter((other) => all.includes(other))
    expect(
      needed.filter((other) => all.indexOf(other) > all.indexOf(name)),
      name,
    ).toEqual([])
  }
})
