import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../packages', import.meta.url))

/**
 * The folders of each package, two levels deep, and the files directly in `src`, lowest first. Each may import only
 * from those before it. Files named in `exports` are the table of contents and may import everything; dynamic
 * `import()` does not count.
 */
const ORDER: Record<string, string> = {
  protocol: `duration.ts types tree.ts object.ts text settings.ts effects argv decision.ts trust equal.ts version.ts diff patterns validate
    document-error.ts names.ts lint/inspection lint/rules lint normalise.ts partial read.ts shim.ts`,
  files: 'drafts.ts target.ts write-whole.ts owner.ts lock.ts',
  secrets: `mask.ts runs.ts shapes span.ts name-endings.ts names.ts values.ts encoded-login.ts private-keys.ts forms.ts named.ts find.ts known.ts stream.ts environment.ts
    redactor.ts settings files lines.ts`,
  shims:
    'words.ts facts.ts spec.ts compile.ts ordinary.ts expectation.ts undecided.ts lint.ts pack.ts table.ts open.ts',
  generate: `found.ts spec text layout synopsis combine.ts completion fuse wording tables read-text.ts to-atip.ts
    generate.ts inference roff/text roff/mdoc roff sources.ts`,
  sandbox: `timer-ms.ts advice.ts helpers.ts limits.ts seccomp start.ts run-mark.ts processes.ts memory.ts supervision.ts types.ts backends environment.ts
    files.ts guardian.ts identity.ts inherited.ts linked-packages.ts version-managers.ts system-places.ts view.ts
    installation.ts network-attempts.ts process-count.ts resolve-shim.ts script.ts program.ts supervise.ts run.ts
    run-loose.ts proofs open.ts`,
  trust: 'refused.ts data files http sigstore verify-bundle.ts sign minisign openpgp slsa tuf verify bin',
  registry: 'format log signing search page page/browser publish http config stored client server',
  guard: `late.ts places disk code/facts code/evaluate code/sql code/awk code/javascript code/jq code/python code shell facts rules
    line policy decide-line.ts decide-call.ts decide-files.ts effects`,
  bridge: `types.ts calls/raw calls/formats provider.ts calls commands.ts describe names schema targets tools.ts compile
    prompts render results safety`,
  runtime: `records schedule state values tool facts events audit hooks approve permission delegate prime redact results/parts results surface
    pipeline sources execute/environment execute/output execute/confine execute/interactive execute/authentication
    execute/process execute/background execute/result execute options.ts runtime.ts`,
  describe: `source completion manual ask-help.ts ask-version.ts combine-texts.ts describe-texts.ts may-have-commands.ts describe-static.ts
    describe-once.ts join-commands.ts walk-commands.ts describe-tool.ts`,
  discover: `types.ts version.ts catalog describe layers scan/file
    scan/script scan native search machine`,
  tooli: `schema define errors model call effects files parse output execute program callable describe
    describe/completion manifest answer suggest mcp skill/tool skill/markdown skill/sections skill docs contract/schema contract
    agentify/vocabulary agentify/citty agentify/commander agentify/oclif agentify/yargs agentify build bin`,
  crawler: 'version.ts failure.ts manifest fetch sources archive programs root facts queue crawl commands cli.ts',
  'create-tooli': 'install.ts project.ts cli.ts',
  atip: 'version.ts home.ts known-tools.ts known-trust.ts published-policies.ts lock evidence.ts report report/page documents run mcp hooks hook.ts agents install live/dialects live transcripts learn web commands cli.ts',
}

const orderOf = (folder: string) => ORDER[folder]!.split(/\s+/)

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  exports: Record<string, string | { default: string }>
}

const architecture = readFileSync(join(packages, '../ARCHITECTURE.md'), 'utf8')

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')) as Manifest

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

const isForTests = (name: string) => /\.test(-d|-data)?\.ts$|fixture|\btesting\//.test(name)

/**
 * `a/b/c/d.ts` is in `a/b`; `a.ts` is a place itself. Generated code belongs to the folder that it is generated for.
 */
function placeOf(name: string): string {
  const parts = name.split('/')
  if (parts.length === 1) return name
  const folders = parts.slice(0, -1).slice(0, 2)
  return folders.filter((folder) => folder !== 'generated').join('/')
}

/** The imports of a file, values and types. */
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

  test('the table in ARCHITECTURE.md names the packages it depends on', () => {
    const own = new Map(readdirSync(packages).map((name) => [manifestOf(name).name, name]))
    const { dependencies, devDependencies } = manifest
    const all = Object.keys({ ...dependencies, ...(folder === 'atip' ? devDependencies : {}) })
    const needed = all.flatMap((name) => own.get(name) ?? []).sort()
    const [, column = ''] = new RegExp(`^\\| \`${folder}\` .*\\| ([^|]*) \\|$`, 'm').exec(architecture) ?? []
    const named = column.split(/, | and /).map((name) => name.replace('all but ', ''))
    const others = [...own.values()].filter((name) => name !== folder && !named.includes(name))
    if (column === '–') expect(needed).toEqual([])
    else expect((column.startsWith('all but ') ? others : named).sort()).toEqual(needed)
  })

  test('it imports only what its package.json names', () => {
    const declared = Object.keys({
      ...manifest.dependencies,
      ...manifest.peerDependencies,
      // Only programs are bundled, so only they may use devDependencies.
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
  `@atip/protocol @atip/secrets @atip/files @atip/shims @atip/generate @atip/sandbox @atip/describe @atip/trust @atip/registry @atip/guard
  atip-bridge @atip/runtime @atip/discover tooli atip-crawler create-tooli atip`.split(/\s+/)

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
