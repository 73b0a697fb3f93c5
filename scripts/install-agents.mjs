/**
 * Installs the coding agents that tests run, in the versions of agents.json, into a folder of their own: they are large,
 * and nobody who only uses the packages needs them. None of their install scripts is run.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../test/.agents')
const wanted = readFileSync(join(import.meta.dirname, 'agents.json'), 'utf8')
/** Written last, so that it stands for a whole installation. */
const done = join(folder, 'installed.json')

if (!existsSync(done) || readFileSync(done, 'utf8') !== wanted) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: JSON.parse(wanted) }))
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error']
  execFileSync('npm', ['install', ...flags], { cwd: folder, stdio: 'inherit' })
  writeFileSync(done, wanted)
}
