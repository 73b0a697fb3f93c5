/** MCP does not treat commands with undeclared effects as harmless. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AtipTool, Effects } from '@atip/protocol'
import { afterAll, expect, test } from 'vitest'
import { callTool, openClient } from '../../testing/open-client.js'
import type { AnyCli } from '../index.js'
import { completeTool } from './complete-tool.js'
import { toCli } from './to-cli.js'

const folder = mkdtempSync(join(tmpdir(), 'tooli-unknown-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const script = join(folder, 'db.mjs')
const log = join(folder, 'log')
writeFileSync(script, `import { appendFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(log)}, 'ran\\n')\n`)

const tool: AtipTool = {
  atip: { version: '0.6' },
  name: 'db',
  version: '1.0.0',
  description: 'A database',
  commands: { db: { description: 'Databases', commands: { reset: { description: 'Reset the database' } } } },
}

function cliWith(declared?: Effects): AnyCli {
  const options = declared === undefined ? {} : { effects: { 'db reset': declared } }
  const program = [process.execPath, script] as const
  return { definition: toCli(completeTool(tool, options, program), options, program), run: async () => 0 }
}

async function resetWith(declared: Effects | undefined, how: Parameters<typeof openClient>[1] = {}) {
  writeFileSync(log, '')
  const client = await openClient(cliWith(declared), how)
  const { ok, error } = await callTool(client, 'db_reset')
  const instructions = client.getInstructions()
  await client.close()
  return {
    ok,
    code: error?.code,
    message: error?.message,
    fix: error?.suggestion?.fix,
    hasRun: readFileSync(log, 'utf8') === 'ran\n',
    instructions,
  }
}

test('without consent nothing runs, and the model is told why', async () => {
  const { instructions, ...answer } = await resetWith(undefined)
  expect(answer).toMatchObject({ ok: false, code: 'E3900', hasRun: false })
  expect(answer.message).toBe(
    'the effects of this command are not declared, so it needs the consent of the user, whom this client cannot ask (it has no elicitation); nothing was done',
  )
  expect(answer.fix).toContain('agentify(program, { effects })')
  expect(answer.fix).toContain('start the server with --yes')
  expect(instructions).toContain('do not declare what they change')
})

test('a server that was started with --yes runs it', async () => {
  expect(await resetWith(undefined, { yes: true })).toMatchObject({ ok: true, hasRun: true })
})

test.each(['accept', 'decline'] as const)('the user who is asked decides: %s', async (action) => {
  const questions: string[] = []
  const answer = await resetWith(undefined, {
    era: 'legacy',
    capabilities: { elicitation: { form: {} } },
    prepare: (client) =>
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        questions.push(params.message)
        return { action, ...(action === 'accept' && { content: {} }) }
      }),
  })
  expect(questions).toEqual(['Reset the database: its effects are not declared, so it may change anything. Go on?'])
  expect(answer.hasRun).toBe(action === 'accept')
})

test.each<[string, Effects, boolean]>([
  ['known to be destructive', { destructive: true }, false],
  ['known to be harmless', { filesystem: { write: false }, network: false }, true],
  ['known not to be destructive', { filesystem: { write: true }, destructive: false }, true],
  ['partly known', { network: true }, false],
])('what is %s goes by what is declared', async (_, declared, hasRun) => {
  expect(await resetWith(declared)).toMatchObject({ hasRun })
})
