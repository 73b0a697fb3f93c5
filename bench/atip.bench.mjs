/** Start-up time of the `atip` command, compared with an empty Node process. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareProcesses } from './measure.mjs'
import { installInto } from './peers.mjs'

const root = `${import.meta.dirname}/..`

export async function* run() {
  const home = mkdtempSync(join(tmpdir(), 'atip-bench-'))
  try {
    cpSync(installInto(`${home}/packed`, 'atip'), `${home}/atip`, { recursive: true })
    cpSync(`${root}/examples/git.json`, `${home}/git.json`)
    writeFileSync(`${home}/bare.mjs`, '')
    writeFileSync(`${home}/bare.cjs`, '')
    yield { title: 'atip: child CPU against bare node', rows: compareProcesses(programsIn(home)) }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function programsIn(home) {
  const atip = (...words) => [process.execPath, `${home}/atip/bin/atip.cjs`, ...words]
  const git = `${home}/git.json`
  return {
    'bare node': [process.execPath, `${home}/bare.mjs`],
    'bare node, CommonJS': [process.execPath, `${home}/bare.cjs`],
    '--version': atip('--version'),
    '--agent': atip('--agent'),
    completion: atip('__complete', 'fish', '--', 'va'),
    '--help': atip('--help'),
    'validate FILE': atip('validate', git),
    'lint FILE': atip('lint', git),
    'effects -- git push -f': atip('effects', '-m', git, '--', 'git', 'push', '-f'),
    'compile FILE': atip('compile', git, '-p', 'openai'),
  }
}
