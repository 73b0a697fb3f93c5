import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PlantedMachine } from './fixtures/planted-machine.js'
import { PROGRAM } from './fixtures/start-atip.js'

const hasTerminal = spawnSync('script', ['--version']).status === 0
let machine: PlantedMachine

beforeEach(() => {
  machine = new PlantedMachine()
  for (const name of ['claude', 'git', 'a-stranger']) machine.plant(name, '#!/bin/sh\n')
})
afterEach(() => machine.clear())

/** The output for a user who types `atip` and answers each prompt. */
function onTerminal(answers: [question: string, answer: string][]): Promise<string> {
  const line = `stty cols 90 rows 40; PATH='${machine.bin}' '${process.execPath}' '${PROGRAM}'`
  const env = { ...machine.env, PATH: '/usr/bin:/bin', TERM: 'xterm', NO_COLOR: '1' }
  const child = spawn('script', ['-qec', line, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const open = [...answers]
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part
    if (open[0] !== undefined && text.includes(open[0][0])) child.stdin.write(`${open.shift()![1]}\n`)
  })
  return new Promise((resolve) => child.once('close', () => resolve(text.replaceAll('\r\n', '\n'))))
}

const settings = () => join(machine.home, '.claude/settings.json')

test('without a terminal, the first run scans, names the agents and the next steps as JSON, and changes no agent', () => {
  const { code, stdout } = machine.run([])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    data: {
      tools: { found: 3, known: 2 },
      agents: [{ agent: 'claude-code', state: 'not installed', programs: [join(machine.bin, 'claude')] }],
      next: expect.arrayContaining([{ run: 'atip doctor --live', why: expect.any(String) as string }]) as unknown[],
    },
  })
  expect(Object.keys(machine.catalog().tools)).toContain('git')
  expect(existsSync(settings())).toBe(false)
  const again = JSON.parse(machine.run([]).stdout) as { data: object }
  expect(again.data).not.toHaveProperty('tools')
})

test('text is there for those who ask for it', () => {
  expect(machine.run(['-o', 'text']).stdout).toMatch(
    /^Coding agents on this machine:\n {2}Claude Code.*: atip is not set up for it: atip install claude-code$/m,
  )
})

describe.skipIf(!hasTerminal)('on a terminal', () => {
  test('the first run explains itself in ten lines, and installs nothing if the user declines', async () => {
    const text = await onTerminal([['now?', 'n']])
    const shown = text.slice(text.indexOf('atip knows'), text.indexOf('Install atip into Claude Code now?'))
    expect(shown.split('\n').filter((one) => /[a-z]{3}/.test(one))).toHaveLength(10)
    expect(shown).toContain('3 programs, 2 of them with known effects')
    expect(text).toContain('Later: atip install claude-code')
    expect(existsSync(settings())).toBe(false)
  })

  test('after a yes it installs, and shows what it will write before it does', async () => {
    const answers = (last: string): [string, string][] => [
      ['now?', 'y'],
      ['Choose 1, 2 or 3', '2'],
      ['Write these changes?', last],
    ]
    expect(await onTerminal(answers('n'))).toContain('nothing was changed')
    expect(existsSync(settings())).toBe(false)
    const stopped = await onTerminal([...answers('n').slice(0, 1), ['Choose 1, 2 or 3', '\u0003']])
    expect(stopped).toContain('error[E4901]: nothing was changed')
    expect(stopped).toMatch(/^ {5}.*publishing and secrets do not$/m)
    expect(await onTerminal(answers('y'))).toContain('Next: atip doctor --live')
    expect(existsSync(settings())).toBe(true)
  })
})
