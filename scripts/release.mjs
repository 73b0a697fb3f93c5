/**
 * npm run release [-- --dry-run]
 *
 * Packs all packages, installs the archives with npm into an empty folder, and runs the examples of the READMEs there.
 * Then publishes the archives, each after its dependencies; with --dry-run it stops before that.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blocksOf, isProgram, runPrograms, runSessions } from './examples.mjs'
import { pack, PACKAGES } from './packed.mjs'

const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
if (words.some((word) => word !== '--dry-run')) {
  console.error('usage: npm run release [-- --dry-run]')
  process.exit(2)
}

const home = mkdtempSync(join(tmpdir(), 'atip-release-'))
try {
  const archives = pack()
  console.log(`packed ${[...archives.keys()].join(', ')}`)
  writeFileSync(join(home, 'package.json'), '{"private": true, "type": "module"}')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, ...archives.values()], { cwd: home, stdio: 'inherit' })
  symlinkSync(join(root, 'examples'), join(home, 'examples'))
  const wrong = ['README.md', ...[...PACKAGES.values()].map((folder) => join(folder, 'README.md'))].flatMap(tryPage)
  for (const problem of wrong) console.error(problem)
  if (wrong.length > 0) throw new Error(`${wrong.length} examples do not work from the packed archives`)
  console.log('the examples of all READMEs work from the packed archives')
  if (words.includes('--dry-run')) console.log('dry run: nothing is published')
  else for (const name of inOrder()) execFileSync('npm', ['publish', archives.get(name)], { stdio: 'inherit' })
} catch (error) {
  console.error(`release: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(home, { recursive: true, force: true })
}

/** Runs the examples of a page in the folder of the installed packages; returns the failures. */
function tryPage(page) {
  const blocks = blocksOf(page.startsWith('/') ? page : join(root, page))
  const wrong = runSessions(blocks, home, join(home, 'node_modules/.bin')).filter((one) => one.printed !== one.expected)
  const lines = wrong.map(({ at, line, printed }) => `${page}:${at} $ ${line}\n${printed}`)
  if (!blocks.some(isProgram)) return lines
  const { status, stderr, held, assertions } = runPrograms(blocks, home)
  return status === 0 && held === assertions ? lines : [...lines, `${page}: ${stderr}`]
}

/** Each package after its dependencies. */
function inOrder() {
  const sorted = new Set()
  const visit = (name) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(PACKAGES.get(name), 'package.json'), 'utf8'))
    for (const needed of Object.keys(dependencies)) if (PACKAGES.has(needed)) visit(needed)
    sorted.add(name)
  }
  for (const name of PACKAGES.keys()) visit(name)
  return sorted
}
