import fc from 'fast-check'
import { tokenise } from '@atip/protocol'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { command, defineCli, t, type AnyCli, type ErrorDocument } from '../index.js'
import { run, type RunResult } from '../testing/index.js'

/* Three tools as authors write them. Bodies always succeed, so every failure comes from the line. */

const READS = { filesystem: { read: true, write: false }, network: false }
const level = t.enum(['debug', 'info', 'warning', 'error'], 'Level')

const fetchLogs = command({
  description: 'Fetch logs',
  args: t.object({ service: t.string('Service'), since: t.string('Since').optional() }),
  options: t.object({
    level: level.default('info'),
    lines: t.integer('Lines').min(1).max(500).default(50),
    follow: t.boolean('Follow').short('f').default(false),
    label: t.array(t.string(), 'Labels').optional(),
    format: t.enum(['plain', 'structured', 'compact'], 'Format').optional(),
  }),
  effects: READS,
  run: ({ args, options }) => ({ ...args, ...options }),
})
const addRemote = command({
  description: 'Add a remote',
  args: t.object({ name: t.string('Name'), url: t.url('Address') }),
  options: t.object({
    branch: t.string('Branch').short('b').default('main'),
    mirror: t.enum(['fetch', 'push', 'none'], 'Mirror').default('none'),
    depth: t.integer('Depth').optional(),
    ratio: t.number('Ratio').optional(),
    protocol: t.enum(['ssh', 'https', 'file'], 'Protocol').optional(),
  }),
  dryRun: true,
  aliases: ['new'],
  run: async ({ args, ctx }) => ctx.effect(`add ${args.name}`, () => args.name),
})
const removeRemote = command({
  description: 'Remove a remote',
  args: t.object({ name: t.string('Name') }),
  options: t.object({ force: t.boolean('Force').default(false), archive: t.boolean('Archive').default(false) }),
  effects: { destructive: true },
  run: () => 'removed',
})
const purge = command({
  description: 'Forget everything',
  options: t.object({ older: t.integer('Days').default(0) }),
  effects: { reversible: false },
  run: () => 'purged',
})
const login = command({
  description: 'Log in',
  options: t.object({ token: t.secret('Token').optional(), account: t.string('Account') }),
  run: () => 'in',
})
const deploy = command({
  description: 'Deploy',
  args: t.object({ target: t.enum(['staging', 'production'], 'Target'), files: t.array(t.path('Files')).optional() }),
  options: t.object({ strategy: t.enum(['rolling', 'recreate', 'canary'], 'Strategy').default('rolling') }),
  run: ({ args }) => args.target,
})

const platform = defineCli({
  name: 'platform',
  version: '1.0.0',
  description: 'Many commands',
  commands: {
    logs: { '': 'Logs', fetch: fetchLogs, list: command({ description: 'List', effects: READS, run: () => [] }) },
    remote: { '': 'Remotes', add: addRemote, remove: removeRemote, rename: deploy },
    cache: { '': 'Cache', purge, prune: { description: 'Prune', load: async () => ({ default: fetchLogs }) } },
    login,
    deploy: { description: 'Deploy', aliases: ['ship'], load: async () => ({ default: deploy }) },
  },
})
const convert = defineCli({
  name: 'convert',
  version: '1.0.0',
  description: 'One command',
  command: command({
    description: 'Convert',
    args: t.object({ source: t.path('Source'), target: t.path('Target').optional() }),
    options: t.object({
      quality: t.integer('Quality').short('Q').min(1).max(100).default(80),
      resize: t.string('Size').optional(),
      filter: t.enum(['nearest', 'bilinear', 'lanczos'], 'Filter').default('bilinear'),
      strip: t.boolean('Strip').default(true),
      overwrite: t.boolean('Overwrite').default(false),
    }),
    run: ({ args, options }) => ({ ...args, ...options }),
  }),
})

/** A word of a valid line, and its kind. */
type Kind = 'group' | 'command' | 'flag' | 'choice' | 'value' | 'operand'
interface Word {
  text: string
  kind: Kind
}

/** `g:remote c:add o:origin f:--depth v:3`: the kind is before the colon. */
const KINDS: Readonly<Record<string, Kind>> = {
  g: 'group',
  c: 'command',
  f: 'flag',
  e: 'choice',
  v: 'value',
  o: 'operand',
}
const words = (line: string): Word[] =>
  line.split(' ').map((word) => ({ kind: KINDS[word[0]!]!, text: word.slice(2).replaceAll('_', ' ') }))

interface Line {
  cli: AnyCli
  words: Word[]
}

const PLATFORM_LINES = [
  'g:logs c:fetch o:api f:--level e:debug f:--lines v:20',
  'g:logs c:fetch o:api o:yesterday f:--follow f:--label v:a f:--label v:b=c',
  "g:logs c:fetch o:it's_here f:--format e:structured f:--no-follow",
  'f:--output e:json g:logs c:fetch o:api f:--timeout v:5s',
  'g:logs c:list f:--limit v:3 f:--quiet',
  'g:remote c:add o:origin o:https://example.org/x?a=1&b=2 f:--branch v:dev f:--mirror e:fetch',
  'g:remote c:add o:origin o:https://example.org f:--depth v:3 f:--ratio v:0.5 f:--dry-run',
  'g:remote c:new o:origin o:https://example.org f:--protocol e:https f:--verbose',
  'g:remote c:remove o:origin f:--force f:--yes',
  'g:remote c:remove o:origin f:--archive f:--yes f:--no-color',
  'g:cache c:purge f:--older v:3 f:--yes',
  'g:cache c:prune o:all f:--level e:warning f:--lines v:9',
  'c:login f:--account v:$me f:--output e:json',
  'c:deploy e:production o:a.txt o:b.txt f:--strategy e:canary',
  'c:ship e:staging f:--strategy e:recreate f:--idempotency-key v:k1',
]
const CONVERT_LINES = [
  'o:in.png o:out.png f:--quality v:90 f:--filter e:lanczos',
  'o:in.png f:--resize v:10x20 f:--no-strip f:--overwrite',
  'o:a_b.png f:--filter e:nearest f:--output e:json',
]
const LINES: Line[] = [
  ...PLATFORM_LINES.map((line) => ({ cli: platform, words: words(line) })),
  ...CONVERT_LINES.map((line) => ({ cli: convert, words: words(line) })),
]
const home = mkdtempSync(join(tmpdir(), 'tooli-suggestions-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const environment = { env: { HOME: home } }

/* Typing errors */

/** Every way to swap, drop, double or change one letter from `start` on. */
function typos(word: string, start: number): string[] {
  const found = new Set<string>()
  for (let at = start; at < word.length; at++) {
    const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)]
    found.add(before + after)
    found.add(before + letter + letter + after)
    for (const other of 'aeqx') found.add(before + other + after)
    if (after !== '') found.add(before + after[0]! + letter + after.slice(1))
  }
  found.delete(word)
  return [...found].filter((typo) => typo !== '' && typo !== '--')
}

interface Slip {
  kind: 'flag' | 'choice' | 'name' | 'missing-value' | 'order'
  words: string[]
  /** What the message must name. */
  wrong: string
}

const texts = (line: readonly Word[]) => line.map(({ text }) => text)

/** Every single typing error in a line. */
function slipsIn(line: readonly Word[]): Slip[] {
  const plain = texts(line)
  const slips: Slip[] = []
  for (const [index, { kind, text }] of line.entries()) {
    const say = (as: Slip['kind'], typo: string) =>
      slips.push({ kind: as, words: plain.with(index, typo), wrong: typo })
    if (kind === 'flag') for (const typo of typos(text, 2)) say('flag', typo)
    if (kind === 'choice') for (const typo of typos(text, 0)) say('choice', typo)
    if (kind === 'group' || kind === 'command') for (const typo of typos(text, 0)) say('name', typo)
    const takesValue = kind === 'flag' && ['choice', 'value'].includes(line[index + 1]?.kind ?? '')
    if (takesValue && index + 2 === line.length)
      slips.push({ kind: 'missing-value', words: plain.slice(0, -1), wrong: text })
    if (kind === 'group')
      slips.push({
        kind: 'order',
        words: plain.with(index, plain[index + 1]!).with(index + 1, text),
        wrong: plain[index + 1]!,
      })
  }
  return slips
}

interface Failure {
  ok: false
  error: ErrorDocument
}

/** Checks that every refused line must pass; returns its error, or undefined if the line was valid. */
async function failureOf({ cli }: Line, line: readonly string[]): Promise<ErrorDocument | undefined> {
  const result = await run(cli, line, environment)
  if (result.code === 0) return undefined
  const { ok, error } = result.document as Failure
  const lines = result.stdout.trimEnd().split('\n').length
  // One comparison for everything, because there are thousands of lines.
  const seen = { line, code: result.code, ok, lines, said: JSON.parse(result.stderr) as unknown }
  expect(seen).toEqual({ line, code: 2, ok: false, lines: 1, said: { error } })
  await checkSuggestion(cli, line, error)
  return error
}

async function checkSuggestion(cli: AnyCli, line: readonly string[], { suggestion }: ErrorDocument): Promise<void> {
  const { applicability, example } = suggestion ?? {}
  if (applicability === 'has_placeholders' && example !== undefined)
    expect({ line, example }).toMatchObject({ line, example: expect.stringMatching(/<[\w-]+>/) })
  if (applicability !== 'machine_applicable') return
  const { words: better } = tokenise(example!) as { words: string[] }
  const repeated = await run(cli, better.slice(1), environment)
  const isQuestion = better.some((word) => QUESTIONS.includes(word))
  const seen = {
    name: better[0],
    code: repeated.code,
    isAnswered: isQuestion || (repeated.document as { ok?: boolean }).ok === true,
    isNewlyConfirmed: confirms(better) && !confirms(line),
    isDangerous: leadsToDanger(repeated),
  }
  const wanted = { code: 0, isAnswered: true, isNewlyConfirmed: false, isDangerous: false }
  expect({ line, example, ...seen }).toEqual({ line, example, name: cli.definition.name, ...wanted })
}

const QUESTIONS = ['--help', '--version', '--agent']
const confirms = (line: readonly string[]) => line.includes('--yes') || line.includes('-y')
const DANGEROUS = ['remote remove', 'cache purge']

function leadsToDanger({ document }: RunResult): boolean {
  const { meta } = (document ?? {}) as { meta?: { command: string } }
  return DANGEROUS.includes(meta?.command ?? '')
}

test.each(LINES.map((line) => [line.cli.definition.name, texts(line.words).join(' '), line] as const))(
  'the valid line %s %s succeeds',
  async (_name, _text, line) => {
    expect(await run(line.cli, texts(line.words), environment)).toMatchObject({ code: 0, document: { ok: true } })
  },
)

test('every single slip is refused with a message that names it, and every certain suggestion works', async () => {
  const counts: Record<Slip['kind'], { cases: number; refused: number; certain: number }> = {
    flag: { cases: 0, refused: 0, certain: 0 },
    choice: { cases: 0, refused: 0, certain: 0 },
    name: { cases: 0, refused: 0, certain: 0 },
    'missing-value': { cases: 0, refused: 0, certain: 0 },
    order: { cases: 0, refused: 0, certain: 0 },
  }
  for (const line of LINES) {
    for (const slip of slipsIn(line.words)) {
      const count = counts[slip.kind]
      count.cases++
      const error = await failureOf(line, slip.words)
      if (error === undefined) continue
      count.refused++
      expect({ slip, message: error.message }).toEqual({ slip, message: expect.stringContaining(slip.wrong) })
      if (error.suggestion?.applicability === 'machine_applicable') count.certain++
    }
  }
  const all = Object.values(counts)
  expect(all.reduce((sum, { cases }) => sum + cases, 0)).toBeGreaterThan(2000)
  // Few typing errors give another valid line.
  for (const { cases, refused } of all) expect(refused).toBeGreaterThan(cases * 0.95)
  expect(counts.flag.certain).toBeGreaterThan(counts.flag.refused * 0.4)
  expect(counts.choice.certain).toBeGreaterThan(counts.choice.refused * 0.4)
  expect(counts.name.certain).toBeGreaterThan(counts.name.refused * 0.4)
  expect(counts.order.certain).toBeGreaterThan(counts.order.refused * 0.4)
})

test('two slips in one line are refused too, and corrected together', async () => {
  let [cases, certain] = [0, 0]
  const arbitrary = fc.constantFrom(...LINES).chain((line) => {
    const first = fc.constantFrom(...slipsIn(line.words).filter(({ kind }) => kind !== 'missing-value'))
    return fc.record({ line: fc.constant(line), first, seed: fc.nat() })
  })
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ line, first, seed }) => {
      const again = slipsIn(line.words.map((word, index) => ({ ...word, text: first.words[index]! })))
      const places = again.filter(
        ({ words: mutated }) => mutated.filter((word, index) => word !== texts(line.words)[index]).length > 1,
      )
      if (places.length === 0) return
      const { words: both } = places[seed % places.length]!
      cases++
      const error = await failureOf(line, both)
      if (error === undefined) return
      expect(both.some((word) => error.message.includes(word))).toBe(true)
      if (error.suggestion?.applicability === 'machine_applicable') certain++
    }),
    { numRuns: 500 },
  )
  expect(cases).toBeGreaterThan(400)
  expect(certain).toBeGreaterThan(cases * 0.2)
})

type Applicability = NonNullable<ErrorDocument['suggestion']>['applicability']

test.each<[string, Applicability, string]>([
  // A typing error never becomes a confirmation.
  ['remote remove origin --yse', 'maybe_incorrect', 'platform remote remove origin --yes'],
  ['logs list --yess', 'maybe_incorrect', 'platform logs list --yes'],
  // Nor an irreversible step, confirmed or not.
  ['remote remvoe origin', 'maybe_incorrect', 'platform remote remove origin'],
  ['remote remov origin --yes', 'maybe_incorrect', 'platform remote remove origin --yes'],
  ['cache purg -y', 'maybe_incorrect', 'platform cache purge -y'],
  ['purge cache --yes', 'maybe_incorrect', 'platform cache purge --yes'],
  ['remote remove origin --frce --yes', 'maybe_incorrect', 'platform remote remove origin --force --yes'],
  // The rest of the line matters too.
  ['login --acount me', 'machine_applicable', 'platform login --account me'],
  ['login --acount me --token abc', 'maybe_incorrect', 'platform login --account me --token abc'],
  ['login --acount me --timeout soon', 'maybe_incorrect', 'platform login --account me --timeout soon'],
  ['login --acount me --dry-run', 'maybe_incorrect', 'platform login --account me --dry-run'],
  ['login --acount @stdin', 'maybe_incorrect', 'platform login --account @stdin'],
  ['login --input {"account":"me"} --quite', 'machine_applicable', `platform login --input '{"account":"me"}' --quiet`],
  ['login --quite', 'maybe_incorrect', 'platform login --quiet'],
  ['logs fetch api --lines 501 --levl info', 'maybe_incorrect', 'platform logs fetch api --lines 501 --level info'],
  // Flags of every command may come before its name.
  ['--outptu json logs list', 'machine_applicable', 'platform --output json logs list'],
  ['--quiett logz list', 'machine_applicable', 'platform --quiet logs list'],
  ['remote add --hlep', 'machine_applicable', 'platform remote add --help'],
  ['--hlep', 'machine_applicable', 'platform --help'],
  // The value is replaced, not the end of its flag.
  ['logs fetch api --lines s', 'has_placeholders', 'platform logs fetch api --lines <lines>'],
  ['logs fetch api --lines=s', 'has_placeholders', 'platform logs fetch api --lines=<lines>'],
  ['logs fetch api --output l', 'has_placeholders', 'platform logs fetch api --output <output>'],
  ['logs fetch api -o t', 'has_placeholders', 'platform logs fetch api -o <output>'],
  ['logs fetch api -qox', 'has_placeholders', 'platform logs fetch api -qo<output>'],
  // Aliases are names as well.
  ['shp staging', 'machine_applicable', 'platform ship staging'],
])('%s: %s %s', async (line, applicability, example) => {
  const { document } = await run(platform, line.split(' '), environment)
  expect((document as Failure).error.suggestion).toMatchObject({ applicability, example })
})

test('what a policy forbids is not certain to work', async () => {
  const applicability = async (line: string) => {
    const { document } = await run(platform, line.split(' '), {
      env: { ...environment.env, TOOLI_POLICY: 'read-only' },
    })
    return (document as Failure).error.suggestion?.applicability
  }
  expect(await applicability('login --acount me')).toBe('maybe_incorrect')
  expect(await applicability('logs list --quiett')).toBe('machine_applicable')
})

test('finding a suggestion reads nothing from stdin', async () => {
  let reads = 0
  const io = {
    env: environment.env,
    cwd: home,
    isTerminal: false,
    isErrorTerminal: false,
    columns: 80,
    write: () => {},
    writeError: () => {},
    readStdin: () => String(reads++),
    ask: async () => undefined,
  }
  expect(await platform.run(['login', '--acount', '@stdin'], io)).toBe(2)
  expect(await platform.run(['login', '--quite', '--input', '-'], io)).toBe(2)
  expect(reads).toBe(0)
})

test('what is hidden is not given away', async () => {
  const secretly = command({ description: 'x', hidden: true, run: () => 1 })
  const option = t.boolean('x').cli({ hidden: true }).default(false)
  const open = command({ description: 'x', options: t.object({ clandestine: option }), run: () => 1 })
  const cli = defineCli({ name: 'spy', version: '1.0.0', description: 'x', commands: { secretly, open } })
  for (const line of [['secretlly'], ['open', '--clandestin']]) {
    const { stdout } = await run(cli, line, environment)
    expect(stdout).not.toMatch(/secretly|clandestine\b/)
  }
})

test('an unknown option behind the first word of another command line belongs after --', async () => {
  const judge = command({
    description: 'Judge a line',
    args: t.object({ line: t.array(t.string()).cli({ line: true }) }),
    options: t.object({ mode: t.string().optional() }),
    run: ({ args }) => args.line,
  })
  const cli = defineCli({ name: 'guard', version: '1', description: 'x', commands: { judge } })
  const suggestionOf = async (words: string[]) => {
    const { document } = await run(cli, words)
    return (document as { error: { suggestion: { example?: string; fix: string } } }).error.suggestion
  }
  const { fix, example } = await suggestionOf(['judge', '--mode', 'plan', 'rm', '-rf', 'my build'])
  expect(fix).toBe('Put the command line after --')
  expect(example).toBe("guard judge --mode plan -- rm -rf 'my build'")
  expect((await run(cli, ['judge', '--mode', 'plan', '--', 'rm', '-rf', 'my build'])).code).toBe(0)
  // Before the first word the option is meant for this command.
  expect((await suggestionOf(['judge', '--mdoe', 'plan', 'rm'])).example).toBe('guard judge --mode plan rm')
})
