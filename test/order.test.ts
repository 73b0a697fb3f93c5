import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../packages', import.meta.url))

/**
 * The folders of each package, two levels deep, and the files directly in `src`: lowest first. Each imports only from those
 * before it. What `exports` names is the table of contents and may import everything; what is loaded late, with `import()`,
 * is not counted.
 */
const ORDER: Record<string, string> = {
  protocol: `duration.ts types tree.ts effects text argv decision.ts equal.ts version.ts diff object.ts patterns validate
    document-error.ts names.ts lint/inspection lint/rules lint normalise.ts partial read.ts`,
  files: 'drafts.ts target.ts write-whole.ts',
  shims: 'words.ts facts.ts spec.ts compile.ts expectation.ts lint.ts pack.ts table.ts open.ts',
  generate: `found.ts spec text layout synopsis combine.ts completion fuse wording tables read-text.ts to-atip.ts
    generate.ts inference roff/text roff/mdoc roff sources.ts`,
  sandbox: `advice.ts helpers.ts limits.ts seccomp start.ts types.ts backends environment.ts files.ts guardian.ts
    identity.ts inherited.ts linked-packages.ts version-managers.ts system-places.ts view.ts installation.ts
    process-count.ts resolve-shim.ts script.ts program.ts supervise.ts run.ts proofs open.ts`,
  guard: `late.ts shell/plain shell judge/computing judge check-line.ts policy decide-line.ts effects-of-run.ts effects`,
  bridge: `types.ts calls/raw calls/formats provider.ts calls commands.ts describe names schema targets tools.ts compile
    prompts render results safety/redact trust safety`,
  discover: `types.ts version.ts catalog describe/source describe/completion describe/manual describe layers scan/file
    scan/script scan native search machine`,
  tooli: `schema define errors model call effects files parse output execute program callable describe
    describe/completion manifest answer suggest mcp skill/tool skill/markdown skill/sections skill contract/schema contract
    agentify/vocabulary agentify/citty agentify/commander agentify/oclif agentify/yargs agentify build bin`,
  atip: 'version.ts home.ts known-tools.ts report report/page documents hooks hook.ts commands cli.ts',
}

const orderOf = (folder: string) => ORDER[folder]!.split(/\s+/)

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

/** `a/b/c/d.ts` is in `a/b`; `a.ts` is a place of its own. Generated code belongs to what it is generated for. */
function placeOf(name: string): string {
  const parts = name.split('/')
  if (parts.length === 1) return name
  const folders = parts.slice(0, -1).slice(0, 2)
  return folders.filter((folder) => folder !== 'generated').join('/')
}

/** What a file imports, values and types. */
const importsIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s[\w\s{},*$]*\bfrom '([^']+)'|^import '([^']+)'/gm)].map(
    ([, named, bare]) => (named ?? bare)!,
  )

describe.each(readdirSync(packages))('packages/%s', (folder) => {
  const source = join(packages, folder, 'src')
  const manifest = manifestOf(folder)
  const entries = Object.values(manifest.exports)
    .filter((entry) => typeof entry !== 'string')
    .map((entry) => entry.default.replace('./dist/', '').replace(/\.js$/, '.ts'))
  const files = filesBelow(source).map((file) => relative(source, file))
  const code = files.filter((name) => name.endsWith('.ts') && !isForTests(name) && !entries.includes(name))

  test('the order names each folder once, and no other', () => {
    expect(orderOf(folder).sort()).toEqual([...new Set(code.map(placeOf))].sort())
  })

  test('folders import only from folders before them', () => {
    const rank = (name: string) => orderOf(folder).indexOf(placeOf(name))
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

/** Each package depends only on packages before it. */
const PACKAGES =
  `@atip/protocol @atip/files @atip/shims @atip/generate @atip/sandbox @atip/guard atip-bridge @atip/discover
  tooli atip`.split(/\s+/)

test('packages depend on each other in one direction', () => {
  const manifests = readdirSync(packages).map(manifestOf)
  expect(manifests.map(({ name }) => name).sort()).toEqual([...PACKAGES].sort())
  const wrong = manifests.flatMap(({ name, dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies })
      .filter((other) => PACKAGES.indexOf(other) > PACKAGES.indexOf(name))
      .map((other) => `${name} depends on ${other}`),
  )
  expect(wrong).toEqual([])
})
