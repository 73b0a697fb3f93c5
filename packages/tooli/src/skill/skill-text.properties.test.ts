import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { arbitraryCli, FLAGS } from '../../testing/arbitrary-cli.js'
import { command } from '../callable/command.js'
import { isCommand } from '../define/is-command.js'
import type { AnyCommand, CliDefinition, CommandMap, LazyCommand } from '../define/types.js'
import { formOf } from '../model/parameters.js'
import { hostileText } from './hostile-text.fixture.js'
import { outlineOf, partsOf } from './outline.fixture.js'
import { skillName, skillText } from './skill-text.js'

type Cli = CliDefinition<CommandMap>

/** The same tool with texts that are not written for Markdown. */
function reworded(cli: Cli, word: () => string): Cli {
  const reword = (made: AnyCommand): AnyCommand => {
    const { definition } = made
    return command({
      ...definition,
      description: word(),
      details: word(),
      errors: { E3001: word(), E4001: word() },
      examples: [{ run: word(), description: word() }],
      ...(definition.deprecated && { deprecated: word() }),
    } as never) as AnyCommand
  }
  const visit = (map: CommandMap): CommandMap =>
    Object.fromEntries(
      Object.entries(map).map(([name, entry]) => {
        if (typeof entry === 'string') return [name, word()]
        if (isCommand(entry)) return [name, reword(entry)]
        if (!isLazy(entry)) return [name, visit(entry as CommandMap)]
        return [name, { ...entry, load: async () => reword(((await entry.load()) as { default: AnyCommand }).default) }]
      }),
    )
  return {
    ...cli,
    description: word(),
    details: word(),
    prime: {
      primaryIntents: [word()],
      do: [word()],
      dont: [word()],
      examples: [{ description: word(), sequence: [word()] }],
    },
    ...(cli.command && { command: reword(cli.command) }),
    ...(cli.commands && { commands: visit(cli.commands) }),
  }
}

const isLazy = (entry: unknown): entry is LazyCommand => typeof (entry as LazyCommand).load === 'function'

/** The commands that a reader of the definition would list: all visible ones, in order. */
async function visible(cli: Cli): Promise<{ path: string[]; made: AnyCommand }[]> {
  const found: { path: string[]; made: AnyCommand }[] = cli.command ? [{ path: [], made: cli.command }] : []
  const visit = async (map: CommandMap, path: string[]) => {
    for (const [name, entry] of Object.entries(map)) {
      if (typeof entry === 'string') continue
      if (!isCommand(entry) && !isLazy(entry)) await visit(entry as CommandMap, [...path, name])
      else {
        const loaded = isCommand(entry) ? entry : ((await entry.load()) as AnyCommand | { default: AnyCommand })
        const made = isCommand(loaded) ? loaded : loaded.default
        if (made.definition.hidden !== true) found.push({ path: [...path, name], made })
      }
    }
  }
  await visit(cli.commands ?? {}, [])
  return found
}

const hostileCli = fc
  .tuple(arbitraryCli, fc.array(hostileText, { minLength: 12, maxLength: 12 }))
  .map(([cli, words]) => {
    let next = 0
    return reworded(cli, () => words[next++ % words.length]!)
  })

test('whatever the descriptions contain, the head and the outline are those of the definition', async () => {
  let commands = 0
  await fc.assert(
    fc.asyncProperty(hostileCli, async (cli) => {
      const { head, body } = partsOf(await skillText(cli))
      const { name, description, compatibility, metadata, ...rest } = parse(head) as Record<string, unknown>
      expect({ name, rest }).toEqual({ name: skillName(cli), rest: {} })
      expect(typeof description === 'string' && typeof compatibility === 'string').toBe(true)
      expect(metadata).toEqual({ version: cli.version, ...(cli.homepage && { homepage: cli.homepage }) })
      const listed = await visible(cli)
      commands += listed.length
      const outline = outlineOf(body)
      const firstWords = outline.map((heading) => (heading.startsWith('### ') ? wordsOf(heading) : heading))
      expect(firstWords).toEqual([
        `# \`${cli.name}\``,
        '## When to use it',
        '## Calling it',
        ...(listed.length > 0 ? ['## Commands'] : []),
        ...listed.map(({ path }) => [cli.name, ...path].join(' ')),
        '## Errors',
        '## Exit codes',
        '## More',
      ])
    }),
    { numRuns: 100 },
  )
  expect(commands).toBeGreaterThan(100)
})

/** A usage line without the parameters: required options and arguments in capitals. */
function wordsOf(heading: string): string {
  const usage = /^### (`+) ?(.*?) ?\1$/.exec(heading)![2]!
  return usage.replace(/ (?:--|\[|[A-Z@]).*$/, '').replaceAll("'", '')
}

test('every option that is not hidden is explained, with its choices, and no secret is told', async () => {
  let options = 0
  await fc.assert(
    fc.asyncProperty(arbitraryCli, async (cli) => {
      const text = await skillText(cli)
      expect(text).not.toContain('HUSH')
      for (const { made } of await visible(cli)) {
        for (const [code, meaning] of Object.entries(made.definition.errors ?? {})) {
          expect(text).toContain(`- \`${code}\`: ${meaning}`)
        }
        const { properties = {} } = formOf(made.definition.options)
        for (const [key, { 'x-cli': hints, enum: choices = [] }] of Object.entries(properties)) {
          if (hints?.hidden === true) continue
          options++
          const long = FLAGS[key]!.slice(2)
          expect(text).toMatch(new RegExp(`^- .*?--(?:\\[no-\\])?${long}[ \`]`, 'm'))
          for (const choice of choices) expect(text).toContain(String(choice))
        }
      }
    }),
    { numRuns: 80 },
  )
  expect(options).toBeGreaterThan(100)
})
