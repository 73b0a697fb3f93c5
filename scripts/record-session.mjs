/**
 * Records a terminal session, from a clone to a stopped `rm -rf` in the real Claude Code, as docs/install.cast
 * (asciinema, version 2) and as text in docs/install.md. The model is scripted and on loopback; everything happens in a
 * temporary home folder. Needs the programs of scripts/install-real-programs.mjs.
 */
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const claude = join(
  root,
  `test/.agents/node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
)
if (!existsSync(claude)) throw new Error('Claude Code is missing: run node scripts/install-real-programs.mjs first')

// Not a temporary folder: atip would advise against an installation from there.
const folder = realpathSync(mkdtempSync(join(homedir(), '.atip-session-')))
const home = join(folder, 'home')
const programs = join(folder, 'bin')
for (const one of [home, programs]) mkdirSync(one)
symlinkSync(claude, join(programs, 'claude'))

await build({
  entryPoints: [join(root, 'packages/atip/src/live/scripted-model.ts')],
  outfile: join(folder, 'scripted-model.mjs'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  logLevel: 'error',
})
const { startModel } = await import(join(folder, 'scripted-model.mjs'))
const model = await startModel([{ tool: 'Bash', input: { command: 'rm -rf ~', description: 'Make space' } }])

const env = {
  HOME: home,
  PATH: [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
  REPOSITORY: root,
  // The user's npm configuration, which names the registry for packages.
  npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), '.npmrc'),
  npm_config_update_notifier: 'false',
  npm_config_loglevel: 'error',
  ANTHROPIC_BASE_URL: model.url,
  ANTHROPIC_API_KEY: 'none',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_AUTOUPDATER: '1',
}

const STEPS = [
  ['~', 'git clone --quiet "$REPOSITORY" atip && cd atip'],
  ['~/atip', 'npm ci --silent'],
  ['~/atip', 'npx atip install claude-code --yes 2> /dev/null'],
  ['~/atip', "claude -p 'There is no space left. Do something about it' --allowedTools Bash"],
  ['~/atip', 'npx atip log | tail -n 1'],
  ['~/atip', 'ls ~'],
]

const events = []
const started = performance.now()
const show = (text) => {
  const clean = text.replaceAll(home, '~').replaceAll(folder, '~')
  events.push([Number(((performance.now() - started) / 1000).toFixed(3)), 'o', clean.replaceAll('\n', '\r\n')])
  process.stdout.write(clean)
}

try {
  for (const [place, line] of STEPS) {
    show(`$ ${line}\n`)
    const cwd = place.replace('~', home)
    const code = await run(line, cwd)
    if (code !== 0) throw new Error(`${line} exited with ${code}`)
    if (line.startsWith('claude')) show(`# What the model heard: ${model.results[0]}\n`)
  }
  show(`# ${Math.round((performance.now() - started) / 1000)} seconds from the clone to here\n`)
  const head = { version: 2, width: 120, height: 30, title: 'From a clone to a stopped rm -rf' }
  const lines = [head, ...events].map((one) => JSON.stringify(one))
  writeFileSync(join(root, 'docs/install.cast'), `${lines.join('\n')}\n`)
  const page = join(root, 'docs/install.md')
  const text = events.map(([, , part]) => part.replaceAll('\r\n', '\n')).join('')
  const old = readFileSync(page, 'utf8')
  writeFileSync(
    page,
    old.replace(/(?<=## A recorded session\n[^]*?```text\n)[^]*?(?=```\n)/, () => text),
  )
} finally {
  await model.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function run(line, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.once('error', reject)
    child.once('close', resolve)
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', show)
  })
}
