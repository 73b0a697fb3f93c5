import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { parse as parseJsonc } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { afterAll, describe, expect, test } from 'vitest'
import { AGENTS, type AgentFile, type InstallableAgent } from '../agents/agents.js'
import { applyInstall, applyUninstall } from './apply.js'
import { PLANTED } from './configurations.test-data.js'
import { stateOf } from './edit.js'
import { lineDiff } from './line-diff.js'
import { planInstall, planUninstall, type FilePlan } from './plan.js'
import { InstallRecords } from './record.js'

const folder = mkdtempSync(join(tmpdir(), 'atip-install-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let homes = 0

const program = ["/opt/it's a folder/node", '/opt/a b/atip.cjs']

/** A home folder, and our pieces for the first file of an agent in it. */
function newHome(agent: InstallableAgent, more: object = {}) {
  const home = join(folder, `home ${++homes}`)
  mkdirSync(home)
  const records = new InstallRecords(join(home, '.local/share/agent-tools'))
  const targets = AGENTS[agent].files({ home, project: home, env: {} }, 'user', { program, ...more })
  const install = (target: AgentFile): FilePlan => {
    const plan = planInstall(agent, target, records.read(target.file))
    if (plan.kind === 'change') applyInstall(plan, records)
    return plan
  }
  const uninstall = (target: AgentFile): FilePlan => {
    const plan = planUninstall(agent, target, records.read(target.file))
    if (plan.kind === 'change') applyUninstall(plan, records)
    return plan
  }
  return { home, records, targets, target: targets[0]!, install, uninstall }
}

function plant(file: string, text: string | Uint8Array): Buffer {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return Buffer.from(text)
}

/** Whether nothing was lost or moved: the original is a subsequence of the text. */
function isWithin(original: string, text: string): boolean {
  let at = 0
  for (const letter of text) if (letter === original[at]) at++
  return at >= original.length
}

describe.each(PLANTED)('$about ($agent)', ({ agent, text, refused }) => {
  test('is given back to the byte, or left alone with a reason and what to paste', () => {
    const { target, install, uninstall } = newHome(agent)
    const original = plant(target.file, text)
    const plan = install(target)
    if (refused !== undefined) {
      expect(plan).toMatchObject({ kind: 'refused', reason: expect.stringMatching(refused) as string })
      expect((plan as { snippet: string }).snippet).toContain('atip.cjs')
      expect(readFileSync(target.file).equals(original)).toBe(true)
      return
    }
    const installed = readFileSync(target.file, 'utf8')
    expect(plan.kind).toBe('change')
    expect(stateOf(installed, target.pieces)).toBe('current')
    expect(isWithin(original.toString().trim(), installed)).toBe(true)
    expect(install(target).kind).toBe('unchanged')
    expect(readFileSync(target.file, 'utf8')).toBe(installed)
    uninstall(target)
    expect(readFileSync(target.file).equals(original)).toBe(true)
    expect(uninstall(target).kind).toBe('unchanged')
  })
})

test('a comment stays with what it is about', () => {
  const texts = [
    ['{\n  "model": "opus" // the best\n}\n', '"model": "opus", // the best\n'],
    ['{\n  "model": "opus", // the best\n}\n', '"model": "opus", // the best\n'],
    ['{\n  "model": "opus" /* the\n best */\n  // end\n}\n', '"model": "opus", /* the\n best */\n'],
    ['{\n  "hooks": {\n    "PreToolUse": [\n      {} // theirs\n    ] // list\n  }\n}\n', '{}, // theirs\n'],
  ]
  for (const [text, kept] of texts) {
    const { target, install } = newHome('claude-code')
    plant(target.file, text!)
    install(target)
    expect(readFileSync(target.file, 'utf8')).toContain(kept)
  }
})

test('there are at least thirty of them', () => expect(PLANTED.length).toBeGreaterThanOrEqual(30))

test.each(Object.keys(AGENTS) as InstallableAgent[])('what was not there before is gone again: %s', (agent) => {
  const { home, targets, install, uninstall } = newHome(agent)
  const before = readdirSync(home)
  for (const target of targets) install(target)
  for (const target of targets) expect(existsSync(target.file)).toBe(true)
  // In reverse order, because installing the first one created the folder of both.
  for (const target of targets.toReversed()) uninstall(target)
  rmSync(join(home, '.local'), { recursive: true })
  expect(readdirSync(home)).toEqual(before)
})

test('an older version of ours is replaced, and taken out to the byte', () => {
  const text = '{\n  "model": "opus"\n}\n'
  const { target, install, uninstall } = newHome('claude-code')
  plant(target.file, text)
  install(target)
  const [newer] = AGENTS['claude-code'].files({ home: dirname(dirname(target.file)), project: '/', env: {} }, 'user', {
    program: ['/usr/bin/node', '/elsewhere/atip.cjs'],
  })
  expect(stateOf(readFileSync(target.file, 'utf8'), newer!.pieces)).toBe('outdated')
  expect(install(newer!).kind).toBe('change')
  const installed = readFileSync(target.file, 'utf8')
  expect(installed).toContain('/elsewhere/atip.cjs')
  expect(installed).not.toContain('/opt/a b')
  uninstall(newer!)
  expect(readFileSync(target.file, 'utf8')).toBe(text)
})

test('a link is followed, and stays a link', () => {
  const { home, target, install, uninstall } = newHome('claude-code')
  const real = join(home, 'dotfiles/claude.json')
  plant(real, '{}\n')
  mkdirSync(dirname(target.file))
  symlinkSync('../dotfiles/claude.json', target.file)
  install(target)
  expect(stateOf(readFileSync(real, 'utf8'), target.pieces)).toBe('current')
  uninstall(target)
  expect(readFileSync(real, 'utf8')).toBe('{}\n')
})

test('a file that is read-only, a folder or behind a loop of links is refused', () => {
  const { target, install } = newHome('claude-code')
  plant(target.file, '{}')
  chmodSync(target.file, 0o444)
  expect(install(target)).toMatchObject({ kind: 'refused', reason: 'it is read-only' })
  const second = newHome('claude-code')
  mkdirSync(second.target.file, { recursive: true })
  expect(second.install(second.target)).toMatchObject({ kind: 'refused', reason: 'it is a folder' })
  const third = newHome('claude-code')
  mkdirSync(dirname(third.target.file))
  symlinkSync('settings.json', third.target.file)
  expect(third.install(third.target)).toMatchObject({ kind: 'refused', reason: 'its links form a loop' })
})

test('a file that changes between the plan and the write is left as it is', () => {
  const { records, target } = newHome('claude-code')
  plant(target.file, '{}')
  const plan = planInstall('claude-code', target, undefined)
  writeFileSync(target.file, '{ "model": "other" }')
  expect(() => applyInstall(plan as Extract<FilePlan, { kind: 'change' }>, records)).toThrow(/ESTALE/)
  expect(readFileSync(target.file, 'utf8')).toBe('{ "model": "other" }')
})

test('the original is kept where only its owner can read it', () => {
  const { records, target, install } = newHome('gemini')
  plant(target.file, '{ "apiKey": "x" }')
  install(target)
  const backup = records.backupOf(target.file)
  expect(readFileSync(backup, 'utf8')).toBe('{ "apiKey": "x" }')
  expect(statSync(backup).mode & 0o077).toBe(0)
  expect(statSync(dirname(backup)).mode & 0o077).toBe(0)
})

test('what Codex notes between our tables stays', () => {
  const { target, install, uninstall } = newHome('codex')
  plant(target.file, 'model = "x"\n')
  install(target)
  const trusted = '[hooks.state."/x/config.toml:pre_tool_use:0:0"]\ntrusted_hash = "sha256:1"\n'
  writeFileSync(target.file, readFileSync(target.file, 'utf8').replace('[mcp_servers', `${trusted}\n[mcp_servers`))
  uninstall(target)
  const rest = readFileSync(target.file, 'utf8')
  expect(parseToml(rest)).toEqual(parseToml(`model = "x"\n${trusted}`))
})

/** JSON in any layout: all white space may contain line breaks and comments. */
const space = fc.constantFrom('', ' ', '\n', '\n  ', '\t', ' // note\n', ' /* note */ ', '\r\n')
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('1', 'true', 'null', '"a // b"', '"{"', '[]', '{}', '"\\"/*"'),
    fc
      .tuple(space, fc.array(fc.tuple(tie('value'), space), { maxLength: 3 }), fc.boolean())
      .map(
        ([gap, items, comma]) =>
          `[${gap}${items.map(([item, after]) => `${item}${after}`).join(`,${gap}`)}${comma && items.length > 0 ? ',' : ''}${gap}]`,
      ),
    tie('object'),
  ),
  object: fc
    .tuple(
      space,
      fc.uniqueArray(fc.constantFrom('a', 'hooks2', 'b c', 'PreToolUse', 'model'), { maxLength: 4 }),
      fc.infiniteStream(tie('value')),
      fc.infiniteStream(space),
      fc.boolean(),
    )
    .map(([gap, keys, values, spaces, comma]) => {
      const next = <T>(stream: fc.Stream<T>) => stream.next().value as T
      const members = keys.map(
        (key) => `${next(spaces)}${JSON.stringify(key)}${next(spaces)}:${next(spaces)}${next(values)}${next(spaces)}`,
      )
      return `{${gap}${members.join(',')}${comma && keys.length > 0 ? ',' : ''}${gap}}`
    }),
})).object

/** The same with the keys that we use, filled by other programs. */
const settingsText = fc
  .tuple(
    jsonText,
    fc.constantFrom(undefined, '{}', '{ "PreToolUse": [] }', '{\n "PreToolUse": [ {"x": 1}, // y\n ],\n}'),
  )
  .map(([text, hooks]) =>
    hooks === undefined ? text : text.replace('{', `{ "hooks": ${hooks}${/^\{\s*\}$/.test(stripped(text)) ? '' : ','}`),
  )

function stripped(text: string): string {
  return text.replace(/\/\/.*|\/\*.*?\*\//g, '')
}

const valueOf = (text: string): unknown => parseJsonc(text, [], { allowTrailingComma: true })

test('any JSON that we are put into comes back to the byte, and without a record means what it meant', () => {
  const { target, install, uninstall, records } = newHome('claude-code')
  fc.assert(
    fc.property(settingsText, (text) => {
      const original = plant(target.file, text)
      expect(install(target).kind).toBe('change')
      expect(stateOf(readFileSync(target.file, 'utf8'), target.pieces)).toBe('current')
      const installed = readFileSync(target.file)
      uninstall(target)
      expect(readFileSync(target.file).equals(original)).toBe(true)
      writeFileSync(target.file, installed)
      records.remove(target.file)
      uninstall(target)
      const { hooks: now, ...rest } = valueOf(readFileSync(target.file, 'utf8')) as Record<string, unknown>
      const { hooks: old, ...others } = valueOf(text) as Record<string, unknown>
      expect(rest).toEqual(others)
      if (JSON.stringify(old ?? {}).includes('"x"')) expect(now).toEqual(old)
    }),
    { numRuns: 150 },
  )
})

test('what somebody writes into the file after us stays when we go', () => {
  const { target, install, uninstall } = newHome('claude-code')
  const edits = fc.array(fc.tuple(fc.constantFrom('x', 'y', 'model'), fc.constantFrom(1, 'two', null)), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(settingsText, edits, (text, changes) => {
      plant(target.file, text)
      install(target)
      // As other programs write: the whole file again, without comments.
      const wanted = (from: string) => ({ ...(valueOf(from) as object), ...Object.fromEntries(changes) })
      writeFileSync(target.file, JSON.stringify(wanted(readFileSync(target.file, 'utf8')), null, 2))
      uninstall(target)
      expect(valueOf(readFileSync(target.file, 'utf8'))).toEqual(wanted(text))
    }),
    { numRuns: 100 },
  )
})

const tomlText = fc
  .array(
    fc.constantFrom(
      '# note',
      '',
      'a = 1',
      'b = "x" # y',
      '[t]',
      '[[list]]',
      '[mcp_servers.other]',
      'c = """\n[no]\n"""',
      '[hooks.state.x]',
      '[[hooks.PreToolUse]]',
    ),
    { maxLength: 8 },
  )
  .chain((lines) => fc.constantFrom('\n', '\r\n').map((eol) => lines.join(eol)))

test('any TOML that we are put into comes back to the byte, and without a record means what it meant', () => {
  const { target, install, uninstall, records } = newHome('codex')
  fc.assert(
    fc.property(tomlText, (text) => {
      const original = plant(target.file, text)
      const plan = install(target)
      if (plan.kind === 'refused') {
        expect(readFileSync(target.file).equals(original)).toBe(true)
        return
      }
      expect(isWithin(text, readFileSync(target.file, 'utf8'))).toBe(true)
      const installed = readFileSync(target.file)
      uninstall(target)
      expect(readFileSync(target.file).equals(original)).toBe(true)
      writeFileSync(target.file, installed)
      records.remove(target.file)
      uninstall(target)
      expect(parseToml(readFileSync(target.file, 'utf8'))).toEqual(parseToml(text))
    }),
    { numRuns: 150 },
  )
})

test('a diff leads from the one text to the other', () => {
  const line = fc.constantFrom('a', 'b', 'c')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.array(line, { maxLength: 6 }), (old, now) => {
      const shown = lineDiff(old.join('\n'), now.join('\n')).split('\n')
      const added = shown.filter((one) => one.startsWith('+')).length
      const removed = shown.filter((one) => one.startsWith('-')).length
      expect(old.length + added - removed).toBe(now.length)
    }),
  )
  expect(lineDiff('{\n}\n', '{\n  "a": 1\n}\n')).toBe('  {\n+   "a": 1\n  }')
})
