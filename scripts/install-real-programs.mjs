/**
 * Installs programs that tests run but users of the packages do not need: coding agents, the official test suites of
 * MCP, third-party command-line tools. Each set of real-programs.json has its own folder under test/. None of their
 * install scripts is run.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sets = JSON.parse(readFileSync(join(import.meta.dirname, 'real-programs.json'), 'utf8'))

for (const [name, dependencies] of Object.entries(sets)) {
  const folder = join(import.meta.dirname, '../test', name)
  const wanted = JSON.stringify(dependencies)
  /** Written last, so that its presence means a complete installation. */
  const done = join(folder, 'installed.json')
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) continue
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error']
  execFileSync('npm', ['install', ...flags], { cwd: folder, stdio: 'inherit' })
  writeFileSync(done, wanted)
}
