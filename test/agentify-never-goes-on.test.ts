import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tooli-goes-on-'))
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Programs that use the return value of their parser, as the first page of commander's own guide does. */
const PROGRAMS: Record<string, string> = {
  'module.mjs': `import { program } from 'commander'
import { agentify } from 'tooli/agentify'
program.name('eraser').version('1.0.0').description('Erases').option('--all', 'Everything')
agentify(program)
try {
  program.parse()
} catch (error) {
  console.log('caught', error)
}
console.log('erased', program.opts())
`,
  'script.cjs': `const { program } = require('commander')
const { agentify } = require('tooli/agentify')
async function main() {
  agentify(program.name('eraser').version('1.0.0').description('Erases').option('--all', 'Everything')).parse()
  console.log('erased', program.opts())
}
main().catch((error) => { console.log('caught', error); process.exit(9) }).finally(() => console.log('finally'))
`,
  'waits.mjs': `import { program } from 'commander'
import { agentify } from 'tooli/agentify'
agentify(program.name('eraser').version('1.0.0').description('Erases').option('--all', 'Everything'))
await program.parseAsync()
console.log('erased', program.opts())
`,
}
for (const [name, code] of Object.entries(PROGRAMS)) writeFileSync(join(folder, name), code)

const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder }

function run(name: string, ...words: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, name), ...words], {
    encoding: 'utf8',
    env,
  })
  return { stdout, stderr, status }
}

test.each(Object.keys(PROGRAMS))('%s answers a question, and nothing after its parser runs', (name) => {
  const { stdout, stderr, status } = run(name, '--agent')
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(JSON.parse(stdout)).toMatchObject({ name: 'eraser', commands: { '': { options: [{}, { name: 'all' }, {}] } } })
  const wrong = run(name, 'completion', 'tcsh')
  expect(wrong).toMatchObject({ stdout: expect.stringContaining('E1004'), status: 2 })
  // The temporary file that passed on the request is removed.
  expect(readdirSync(folder).filter((entry) => entry.startsWith('tooli-'))).toEqual([])
})

test.each(Object.keys(PROGRAMS))('%s runs as before if it is not asked about itself', (name) => {
  expect(run(name, '--all')).toMatchObject({ stdout: expect.stringContaining('erased { all: true }'), status: 0 })
})

test('a program that is killed while another process answers for it takes that one with it', async () => {
  const child = spawn(process.execPath, [join(folder, 'script.cjs'), '--serve-mcp', 'http', '--port', '0'], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const address = await new Promise<string>((resolve) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /http:\/\/[\d.:]+\d/.exec(said)?.[0]
      if (found !== undefined) resolve(found)
    })
  })
  expect((await fetch(`${address}/mcp`, { method: 'GET' })).status).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  const isThere = () =>
    fetch(address).then(
      () => true,
      () => false,
    )
  while (await isThere()) await new Promise((resolve) => setTimeout(resolve, 50))
})
