import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { thisMachine } from '@atip/discover'
import { decideLine, untilLoaded } from '@atip/guard'
import { effectsOfCall } from '@atip/guard/effects'
import { EFFECT_FIELDS, effectsOfArgv, fieldOf, isReadOnly, tokenise } from '@atip/protocol'
import { afterAll, describe, expect, test } from 'vitest'
import { judgeOf } from '../packages/atip/src/hooks/judge-call.js'
import { knownTools } from '../packages/atip/src/known-tools.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'one-answer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const linesOf = (name: string) =>
  readFileSync(join(root, 'packages/guard/testing', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/^(?:ask|deny) /, ''))
const LINES = [...linesOf('everyday-lines.txt'), ...linesOf('harmful-lines.txt')]

/** Asks about lines of git, which the user describes in one home, and every third other, in one of the homes and folders. */
const ASKED = LINES.filter((line, index) => /\bgit\b/.test(line) || index % 3 === 0)
const linesFor = (home: number, place: number, folders: number) => [
  'git status; nosuchprog',
  ...ASKED.filter((_, index) => index % homes.length === home && Math.floor(index / homes.length) % folders === place),
]

/** A home without user descriptions, and one in which `git status` is called destructive. */
const homes = ['plain', 'described'].map((name) => {
  const home = join(folder, name)
  mkdirSync(join(home, 'project/.git'), { recursive: true })
  return home
})
const tools = join(homes[1]!, '.local/share/agent-tools/tools')
mkdirSync(tools, { recursive: true })
writeFileSync(
  join(tools, 'git.json'),
  JSON.stringify({
    atip: { version: '0.6' },
    name: 'git',
    version: '1',
    description: 'Version control',
    trust: { source: 'user' },
    commands: { status: { description: 'Status', effects: { destructive: true, filesystem: { write: true } } } },
  }),
)
const FOLDERS = (home: string) => [home, folder, '/opt', join(home, 'project'), undefined]

describe.each(homes.map((home, index) => [index === 0 ? 'shims' : 'a description of the user', home] as const))(
  'with %s',
  (_, home) => {
    const env = { HOME: home, PATH: '/usr/bin:/bin' }

    test('the command, the hook and the library decide alike, in every folder', async () => {
      const folders = FOLDERS(home)
      const asked = folders.flatMap((cwd, place) =>
        linesFor(homes.indexOf(home), place, folders.length).map((line) => ({ line, cwd })),
      )
      const withFolder = asked.filter(({ cwd }) => cwd !== undefined)
      const input = withFolder.map(({ line, cwd }, id) => JSON.stringify({ id, command: line, cwd, home })).join('\n')
      const { stdout } = spawnSync(
        process.execPath,
        [join(root, 'packages/atip/bin/atip.cjs'), 'check', '--batch', '--built-in'],
        { input, encoding: 'utf8', env, maxBuffer: 1e9 },
      )
      const checked = new Map(
        stdout
          .trim()
          .split('\n')
          .map((text) => JSON.parse(text) as { id: number; decision: string })
          .map(({ id, decision }) => [`${withFolder[id]!.line} in ${withFolder[id]!.cwd}`, decision]),
      )
      expect(checked.size).toBe(new Set(withFolder.map(({ line, cwd }) => `${line} in ${cwd}`)).size)
      const lookup = knownTools(thisMachine(env))
      for (const { line, cwd } of asked) {
        const where = { line, cwd }
        const event = { kind: 'shell', line, cwd, canAsk: false } as const
        const hook = await untilLoaded(judgeOf({ event, home, env, drivesTerminals: false }))
        const place = cwd === undefined ? {} : { cwd }
        const library = await decideLine(line, { lookup, home, looksAtDisk: true, suggests: false, ...place })
        expect({ ...where, decision: hook.decision }).toEqual({ ...where, decision: library.decision })
        if (cwd !== undefined) {
          expect({ ...where, decision: checked.get(`${line} in ${cwd}`) }).toEqual({
            ...where,
            decision: hook.decision,
          })
        }
      }
    })

    test('what `effects` says of a command is what the decision rests on', async () => {
      const lookup = knownTools(thisMachine(env))
      const cwd = join(home, 'project')
      let compared = 0
      for (const line of LINES) {
        const tokens = tokenise(line)
        if (!tokens.ok) continue
        const told = await untilLoaded(() => effectsOfCall(tokens.words, { lookup, cwd, home }))
        const { commands } = await decideLine(line, { lookup, cwd, home, suggests: false })
        if (commands.length !== 1 || commands[0]!.argv.join(' ') !== tokens.words.join(' ')) continue
        compared++
        const effects = Object.fromEntries(EFFECT_FIELDS.map((field) => [field, fieldOf(told.effects, field)]))
        const rested = Object.fromEntries(EFFECT_FIELDS.map((field) => [field, fieldOf(commands[0]!.effects, field)]))
        expect({ line, effects }).toEqual({ line, effects: rested })
      }
      expect(compared).toBeGreaterThan(500)
    })

    test('what descriptions say to the bridge and to patterns is not less than what the guard finds', async () => {
      const lookup = knownTools(thisMachine(env))
      const isHelp = (words: readonly string[]) => words.at(-1) === '--help'
      for (const line of LINES) {
        const tokens = tokenise(line)
        if (!tokens.ok || isHelp(tokens.words)) continue
        const { words } = tokens
        const stated = await untilLoaded(() => effectsOfArgv(words, lookup).effects)
        const found = await untilLoaded(
          () => effectsOfCall(words, { lookup, cwd: join(home, 'project'), home }).effects,
        )
        if (stated.destructive === true) expect({ line, is: found.destructive }).toEqual({ line, is: true })
        // Only a shell executes code in a subscript.
        if (isReadOnly(stated) && !line.includes('$('))
          expect({ line, is: found.destructive }).not.toEqual({ line, is: true })
      }
    })
  },
)
