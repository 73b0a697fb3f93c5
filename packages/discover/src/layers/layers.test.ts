import { effectsOf, parseArgv, type Command, type Option } from '@atip/protocol'
import { describe, expect, test } from 'vitest'
import { mergeLayers, sourceAt, sourcesIn, TOOK_PART, toolToJudge, type Layer } from './index.js'
import {
  curated,
  generated,
  judged,
  local,
  native,
  option,
  PARTIAL,
  SAFE,
  tool,
  withCommand,
} from './sample.test-data.js'

function pushOf(layers: Layer[]): Command {
  return mergeLayers(layers).tool.commands!.push!
}

function effectsIn(layers: Layer[], ...argv: string[]) {
  const { tool: merged } = mergeLayers(layers)
  return effectsOf(merged, parseArgv(merged, ['demo', ...argv]))
}

describe('structure', () => {
  test('comes from trusted layers first, then from the strongest layer that has it, field by field', () => {
    const layers = [
      generated(tool({ description: 'From help', homepage: 'https://generated', version: '9' })),
      curated(tool({ description: 'From us', version: '0', trust: { source: 'community' } })),
      native(tool({ description: 'From the tool', version: '2.1' })),
    ]
    const { tool: merged, sources } = mergeLayers(layers)
    expect(merged).toMatchObject({ description: 'From us', homepage: 'https://generated', version: '2.1' })
    expect(sourceAt(sources, '/description')).toBe('curated')
    expect(sourceAt(sources, '/version')).toBe('native')
    expect(sourceAt(sources, '/homepage')).toBe('generated')
    expect(merged.trust?.source).toBe('community')
    expect(merged[TOOK_PART]).toEqual(['native', 'curated', 'generated'])
  })

  test('commands are the union by name', () => {
    const { tool: merged, sources } = mergeLayers([
      curated(withCommand({})),
      generated(tool({ commands: { push: { description: 'Sends commits' }, pull: { description: 'Gets commits' } } })),
    ])
    expect(Object.keys(merged.commands!)).toEqual(['push', 'pull'])
    expect(merged.commands!.push!.description).toBe('Sends commits')
    expect(sourceAt(sources, '/commands/pull/description')).toBe('generated')
    expect(Object.getPrototypeOf(merged.commands)).toBeNull()
  })

  test('a command under another of its names is the same command', () => {
    const { tool: merged } = mergeLayers([
      curated(tool({ commands: { remove: { description: 'remove', 'x-atip': { aliases: ['rm'] } } } })),
      generated(tool({ commands: { rm: { description: 'Removes things' } } })),
    ])
    expect(Object.keys(merged.commands!)).toEqual(['remove'])
    expect(merged.commands!.remove!.description).toBe('Removes things')
  })

  test('options are the same if they share a flag, and one that meets two glues nothing', () => {
    const push = pushOf([
      native(withCommand({ options: [option('-a --all'), option('-b --both')] }, PARTIAL)),
      generated(
        withCommand({
          options: [
            option('-a --everything', { description: 'Takes everything' }),
            option('--both --all', { name: 'mixed', description: 'Takes both' }),
            option('--new', { description: 'Something new' }),
          ],
        }),
      ),
    ])
    expect(push.options!.map(({ flags, description }) => [flags.join(' '), description])).toEqual([
      ['-a --all --everything', 'Takes everything'],
      ['-b --both', 'both'],
      ['--new', 'Something new'],
    ])
  })

  test('a list of arguments is taken whole, and filled with descriptions where it clearly means the same', () => {
    const argument = (name: string, description: string, variadic = false) =>
      ({ name, type: 'file', description, variadic }) as const
    const push = pushOf([
      curated(
        withCommand({
          effects: {},
          arguments: [argument('source_file', 'source file', true), argument('dest', 'dest')],
        }),
      ),
      generated(withCommand({ arguments: [argument('source', 'What to copy', true), argument('to', 'Where to')] })),
    ])
    expect(push.arguments!.map(({ name, description }) => [name, description])).toEqual([
      ['source_file', 'What to copy'],
      ['dest', 'Where to'],
    ])
    const other = pushOf([
      curated(withCommand({ effects: {}, arguments: [argument('file', 'file')] })),
      generated(withCommand({ arguments: [argument('one', 'First'), argument('two', 'Second')] })),
    ])
    expect(other.arguments).toEqual([argument('file', 'file')])
  })

  test.each(['native', 'local-shim'] as const)('a complete %s layer closes the set', (layer) => {
    const known = withCommand({ options: [option('--all')] })
    const more = tool({
      commands: {
        push: {
          description: 'Sends',
          options: [option('--all', { description: 'All of it' }), option('--more')],
          arguments: [{ name: 'x', type: 'string' }],
        },
        pull: { description: 'Gets' },
      },
    })
    const { tool: merged } = mergeLayers([{ layer, tool: known }, generated(more)])
    expect(merged.commands).toEqual({
      push: { description: 'Sends', options: [option('--all', { description: 'All of it' })] },
    })
    const { tool: open } = mergeLayers([{ layer, tool: { ...known, ...PARTIAL } }, generated(more)])
    expect(Object.keys(open.commands!)).toEqual(['push', 'pull'])
    expect(open.commands!.push!.options).toHaveLength(2)
  })

  test('an untrusted layer gives an option wording, and changes nothing about how it is read', () => {
    const text = option('--mode', { type: 'string', 'x-atip': { effects: { network: true } } })
    const layers = (type: Partial<Option>) => [
      curated(withCommand({ effects: {}, options: [text] })),
      native(withCommand({ options: [option('--mode', { description: 'How it works', ...type })] })),
    ]
    const worded = { ...text, description: 'How it works' }
    expect(pushOf(layers({ type: 'enum', enum: ['a', 'b'], required: true })).options).toEqual([worded])
    expect(pushOf(layers({ type: 'boolean', 'x-atip': { harmless: 'help' } })).options).toEqual([worded])
  })

  test('what only untrusted layers know is added, marked unknown, and never called safe', () => {
    const { tool: merged, sources } = mergeLayers([
      curated(withCommand({ effects: SAFE, options: [option('--all')] })),
      native(
        tool({
          effects: { destructive: false, network: true },
          commands: {
            push: {
              description: 'push',
              options: [
                option('-a --all'),
                option('--force', { 'x-atip': { effects: { destructive: true } } }),
                option('--calm', { 'x-atip': { harmless: 'help' } }),
              ],
              arguments: [{ name: 'where', type: 'string' }],
            },
            mine: {
              description: 'Mine',
              options: [option('--help', { 'x-atip': { harmless: 'help' } })],
              'x-atip': { unlisted: 'no-effect', aliases: ['push', 'm'] },
            },
          },
        }),
      ),
    ])
    const unknown = { 'x-atip': { unknown: true } }
    expect(merged.commands).toEqual({
      push: {
        description: 'push',
        effects: SAFE,
        options: [
          option('--all'),
          option('--force', { 'x-atip': { unknown: true, cases: [{ effects: { destructive: true } }] } }),
          option('--calm', unknown),
        ],
        arguments: [{ name: 'where', type: 'string', ...unknown }],
      },
      mine: {
        description: 'Mine',
        effects: { network: true },
        options: [option('--help')],
        'x-atip': { aliases: ['m'], cases: [{ unknown: true }] },
      },
    })
    expect(sourceAt(sources, '/commands/push/options/1/flags')).toBe('native')
    expect(sourceAt(sources, '/commands/mine')).toBe('native')
    expect(sourceAt(sources, '/commands/push/options/0')).toBe('curated')
  })

  test('promises of untrusted layers are dropped, and their warnings kept', () => {
    const layers = [
      curated(withCommand({ effects: SAFE })),
      native(
        tool({
          commands: {
            push: { description: 'push', options: [option('--key', { 'x-atip': { credential: true } })] },
            mine: {
              description: 'Mine',
              options: [
                option('--as', { 'x-atip': { changes: 'identity' } }),
                option('--show', { 'x-atip': { prints: 'secret' } }),
                option('--plain', { 'x-atip': { prints: 'name', reach: 'project' } }),
                option('--far', { 'x-atip': { reach: 'beyond' } }),
                option('--drop', { 'x-atip': { effects: { destructive: true }, loss: 'narrow' } }),
              ],
              'x-atip': {
                account: 'example.org',
                incidental: { hosts: ['example.org'] },
                prints: [{ kind: 'name' }, { kind: 'secret' }],
                repository: true,
                endless: true,
                reach: 'project',
                loss: 'narrow',
              },
            },
          },
        }),
      ),
    ]
    const { mine, push } = mergeLayers(layers).tool.commands!
    expect(push!.options).toEqual([option('--key', { 'x-atip': { unknown: true } })])
    expect(mine!['x-atip']).toEqual({
      cases: [{ unknown: true }],
      prints: [{ kind: 'secret' }],
      repository: true,
      endless: true,
    })
    expect(effectsIn(layers, 'mine', '--as').changes).toEqual(['identity'])
    expect(effectsIn(layers, 'mine', '--show').prints).toBe('secret')
    expect(mine!.options!.map((one) => one['x-atip']?.cases)).toEqual([
      [{ changes: 'identity' }],
      [{ prints: 'secret' }],
      undefined,
      [{ reach: 'beyond' }],
      [{ effects: { destructive: true } }],
    ])
  })

  test('what a trusted layer says of a group makes no command of another layer safer', () => {
    const group = (extension: Command['x-atip']): Command => ({
      description: 'Group',
      commands: { one: { description: 'One', effects: SAFE } },
      'x-atip': extension,
    })
    const layers = [
      local(tool({ commands: { push: group(undefined) } })),
      curated(tool({ commands: { push: group({ account: 'a', repository: true, reach: 'project' }) } })),
    ]
    expect(effectsIn(layers, 'push', 'one')).toMatchObject({ repository: true })
    expect(effectsIn(layers, 'push', 'one').reach).toBeUndefined()
    expect(effectsIn(layers, 'push', 'one').account).toBeUndefined()
  })

  test.each<[string, Partial<Command>, Option]>([
    ['a bundle of letters', { options: [option('-r'), option('-f')] }, option('-rf')],
    [
      'the beginning of an option',
      { options: [option('--delete')], 'x-atip': { syntax: { abbreviatedOptions: true } } },
      option('--del'),
    ],
    [
      'what turns a switch off',
      { options: [option('--all')], 'x-atip': { syntax: { implicitNegation: true } } },
      option('--no-all'),
    ],
    ['an option of the whole tool', {}, option('--wipe')],
  ])('an option that means %s already is not added', (_, command, added) => {
    const trusted = withCommand(command, { globalOptions: [option('--wipe')] })
    expect(pushOf([curated(trusted), native(withCommand({ options: [added] }))])).toEqual(trusted.commands!.push)
  })
})

describe('descriptions', () => {
  test.each([
    ['target directory', 'target-directory'],
    ['max depth', 'maxDepth'],
    ['c', 'C'],
    ['file operand', 'file-operand'],
  ])('"%s" says no more than the name "%s"', (description, name) => {
    const flags = [`--${name}`]
    const push = pushOf([
      curated(withCommand({ effects: {}, options: [{ name, flags, type: 'string', description }] })),
      generated(withCommand({ options: [{ name: 'other', flags, type: 'string', description: 'Where it goes' }] })),
    ])
    expect(push.options![0]!.description).toBe('Where it goes')
  })

  test('one that says something stays, and a placeholder is better than nothing', () => {
    const layers = (one: string, other: string) => [
      curated(withCommand({ effects: {}, options: [option('--all', { description: one })] })),
      generated(withCommand({ options: [option('--all', { description: other })] })),
    ]
    expect(pushOf(layers('Ours', 'Theirs')).options![0]!.description).toBe('Ours')
    expect(pushOf(layers('all', 'All')).options![0]!.description).toBe('all')
  })
})

describe('effects', () => {
  test('the most trusted layer that speaks decides, field by field', () => {
    const layers = [
      {
        layer: 'registry-shim' as const,
        trusted: true,
        tool: withCommand({ effects: { network: false, destructive: true } }),
      },
      curated(withCommand({ effects: { network: true, idempotent: true, destructive: true } })),
      local(withCommand({ effects: { destructive: false } }, PARTIAL)),
    ]
    expect(pushOf(layers).effects).toEqual({ destructive: false, network: false, idempotent: true })
    const { sources } = mergeLayers(layers)
    expect(sourceAt(sources, '/commands/push/effects/destructive')).toBe('local-shim')
    expect(sourceAt(sources, '/commands/push/effects/network')).toBe('registry-shim')
    expect(sourceAt(sources, '/commands/push/effects/idempotent')).toBe('curated')
  })

  test('a registry whose signer is trusted counts more than what is curated, and any other less', () => {
    const said = { options: [option('--all', { type: 'string' })], effects: { destructive: false, network: false } }
    const known = { options: [option('--all', { type: 'boolean' })], effects: { destructive: true, network: true } }
    const merged = (trusted: boolean) =>
      pushOf([curated(withCommand(known)), { layer: 'registry-shim', trusted, tool: withCommand(said) }])
    expect(merged(true)).toMatchObject({ effects: said.effects, options: [{ type: 'string' }] })
    expect(merged(false)).toMatchObject({ effects: known.effects, options: [{ type: 'boolean' }] })
  })

  test.each(['native', 'registry-shim'] as const)('an untrusted %s layer may only make it worse', (layer) => {
    const trusted = curated(withCommand({ effects: { destructive: false, network: true, deletes: ['tag'] } }))
    const other: Layer = {
      layer,
      tool: withCommand({
        effects: { destructive: true, network: false, deletes: ['branch'], idempotent: true, subprocess: true },
      }),
    }
    expect(judged([trusted, other], ['demo', 'push']).effects).toEqual({
      destructive: true,
      network: true,
      deletes: ['branch', 'tag'],
      subprocess: true,
    })
    const { tool: merged, notes } = mergeLayers([trusted, other])
    expect(merged.commands!.push!.effects).toBe(trusted.tool.commands!.push!.effects)
    expect(notes).toEqual([expect.stringMatching(/ says worse of demo push than is shown here/)])
  })

  test('the user has the last word on what untrusted layers claim', () => {
    const layers = [curated(withCommand({ effects: SAFE })), native(withCommand({ effects: { destructive: true } }))]
    const override = { commands: { push: { effects: { destructive: false } } } }
    expect(judged(layers, ['demo', 'push']).effects.destructive).toBe(true)
    expect(judged(layers, ['demo', 'push'], override).effects.destructive).toBe(false)
  })

  test('without a trusted layer the own word of a tool counts, and wording never does', () => {
    expect(toolToJudge([generated(withCommand({ effects: SAFE }))])).toBeUndefined()
    const own = toolToJudge([native(withCommand({ effects: SAFE })), generated(withCommand({ options: [] }))])
    expect(own).toMatchObject({ commands: { push: { effects: SAFE } }, trust: { source: 'native' } })
  })

  test('what is inferred from wording fills only what no other layer says', () => {
    const inferred = generated(withCommand({ effects: { destructive: true, network: true, subprocess: false } }))
    expect(pushOf([native(withCommand({ effects: { destructive: false } })), inferred]).effects).toEqual({
      destructive: false,
      network: true,
      subprocess: false,
    })
    const trusted = curated(withCommand({ effects: { destructive: false } }))
    expect(pushOf([trusted, inferred]).effects).toEqual({ destructive: false })
    expect(judged([trusted, inferred], ['demo', 'push']).effects).toEqual({ destructive: false })
  })

  test('a claim of safety for the whole tool reaches no command of a trusted layer', () => {
    const trusted = curated(
      tool({
        commands: {
          push: { description: 'push', effects: { network: true } },
          odd: { description: 'odd', effects: {} },
        },
      }),
    )
    const claims = native(tool({ effects: SAFE, commands: { push: { description: 'x' }, mine: { description: 'x' } } }))
    expect(effectsIn([trusted, claims], 'push').effects).toEqual({ network: true })
    expect(effectsIn([trusted, claims], 'odd').effects).toEqual({})
    expect(effectsIn([trusted, claims], 'mine').effects).toEqual({})
  })

  test('what a stronger layer says of the whole tool holds for commands that it does not know', () => {
    const trusted = local(tool({ effects: { network: true }, commands: { push: { description: 'x' } }, ...PARTIAL }))
    const claims = native(tool({ commands: { mine: { description: 'x', effects: SAFE } } }))
    expect(effectsIn([trusted, claims], 'mine').effects).toEqual({ network: true })
  })
})

describe('your own description beside a shipped one', () => {
  const shipped = curated(
    tool({
      effects: { subprocess: false },
      'x-atip': { unlisted: 'no-effect' },
      commands: {
        '': { description: 'Wipe', effects: { destructive: true } },
        push: {
          description: 'Sends',
          effects: SAFE,
          options: [option('-f --force', { 'x-atip': { effects: { destructive: true } } })],
        },
      },
    }),
  )
  const effects = (own: Parameters<typeof tool>[0], ...argv: string[]) =>
    judged([local(tool(own)), shipped], ['demo', ...argv]).effects

  test('what you say of the whole tool softens no command that you do not describe, and may make it worse', () => {
    expect(effects({ effects: { destructive: false } })).toMatchObject({ destructive: true })
    expect(effects({ effects: { network: true } }, 'push')).toMatchObject({ destructive: false, network: true })
  })

  test('what you say of a command counts, and the shipped one fills in the rest', () => {
    const own = { commands: { push: { description: 'x', effects: { network: true }, options: [option('--force')] } } }
    expect(effects(own, 'push')).toEqual({ destructive: false, network: true, subprocess: false })
    expect(effects(own, 'push', '-f')).toMatchObject({ destructive: true })
    expect(effects({ commands: { '': { description: 'x', effects: SAFE } } })).toMatchObject(SAFE)
  })

  test('what the shipped one says of the whole tool calls no command safe that only you describe', () => {
    const own = { commands: { mine: { description: 'x', effects: SAFE } } }
    expect(effects(own, 'mine')).toEqual(SAFE)
    expect(effects(own, 'push', '--other')).toMatchObject(SAFE)
    expect(effects(own, 'mine', '--other')).toEqual({})
  })
})

describe('what is missing', () => {
  const part = { ...withCommand({}), ...PARTIAL, totalCommands: 9 }

  test('is said if no layer knows it all', () => {
    expect(mergeLayers([native(part), generated(part)]).tool).toMatchObject({ ...PARTIAL, totalCommands: 9 })
    expect(mergeLayers([curated(withCommand({ effects: {} })), generated(part)]).tool).toMatchObject(PARTIAL)
  })

  test('is nothing if one layer knows it all', () => {
    for (const layers of [
      [native(withCommand({})), generated(part)],
      [native(part), generated(withCommand({}))],
    ]) {
      const { tool: merged } = mergeLayers(layers)
      expect(merged).not.toHaveProperty('partial')
      expect(merged).not.toHaveProperty('omitted')
      expect(merged).not.toHaveProperty('totalCommands')
    }
  })

  test('is not called safe by those who are not trusted', () => {
    const claims = native({ ...part, omitted: { reason: 'filtered', safetyAssumption: 'known-safe' } })
    expect(mergeLayers([curated(withCommand({ effects: {} })), claims]).tool.omitted!.safetyAssumption).toBe('unknown')
  })
})

describe('an override', () => {
  const base = [curated(withCommand({ effects: { destructive: true }, options: [option('--all')] }))]

  test('has the last word, and the result says so', () => {
    const patch = { commands: { push: { effects: { destructive: false }, options: null } }, homepage: 'https://ours' }
    const { tool: merged, sources, overridden, notes } = mergeLayers(base, patch)
    expect(merged.commands!.push).toEqual({ description: 'push', effects: { destructive: false } })
    expect(merged.trust!.source).toBe('user')
    expect(merged[TOOK_PART]).toEqual(['override', 'curated'])
    expect(overridden).toEqual(['/commands/push/effects/destructive', '/commands/push/options', '/homepage'])
    expect(sourceAt(sources, '/commands/push/effects/destructive')).toBe('override')
    expect(sourceAt(sources, '/commands/push/description')).toBe('curated')
    expect(notes).toEqual([])
  })

  test.each([
    ['is not a description any more', ['x']],
    ['breaks a rule', { commands: { push: { options: [option('--a'), option('--a', { name: 'b' })] } } }],
    ['takes away what is needed', { description: null, homepage: 'https://ours' }],
  ])('that %s is refused as a whole, with the reason', (_, patch) => {
    const { tool: merged, overridden, notes } = mergeLayers(base, patch)
    expect(merged).toEqual(mergeLayers(base).tool)
    expect(overridden).toEqual([])
    expect(notes).toEqual([expect.stringMatching(/^the override was not applied: .* invalid \(.+\)$/)])
  })
})

describe('an override of what only the tool says about itself', () => {
  const own = [native(withCommand({ effects: { destructive: false, network: true } }, { trust: { source: 'user' } }))]

  test.each([
    ['one field', { commands: { push: { effects: { network: false } } } }],
    ['another command', { commands: { pull: { description: 'pull', effects: SAFE } } }],
    ['wording', { description: 'better' }],
    ['no trust at all', { trust: null }],
    ['no source', { trust: { source: null } }],
    ['a better source', { trust: { source: 'vendor', verified: true } }],
  ])('that corrects %s does not vouch for the rest', (_, patch) => {
    expect(toolToJudge(own, patch)!.trust!.source).toBe('native')
    const { tool: merged, sources } = mergeLayers([generated(withCommand({ effects: SAFE }))], patch)
    expect(merged.trust!.source).toBe('inferred')
    expect(merged[TOOK_PART]).toEqual(['override', 'generated'])
    expect(sourceAt(sources, '/commands/push/description')).toBe('generated')
  })

  test('is applied, and vouches for all of it if it says so', () => {
    const patch = { commands: { push: { effects: { network: false } } }, trust: { source: 'user' } }
    expect(judged(own, ['demo', 'push'], patch).effects.network).toBe(false)
    expect(toolToJudge(own, patch)!.trust!.source).toBe('user')
  })
})

test('every field of the result has a layer', () => {
  const { tool: merged, sources } = mergeLayers([
    curated(withCommand({ effects: SAFE })),
    generated(withCommand({ examples: ['demo push'] })),
  ])
  expect(sourcesIn(merged, sources)).toEqual({ '': 'curated', '/commands/push/examples': 'generated' })
  expect(sourceAt(sources, '/commands/push/examples/0')).toBe('generated')
  expect(sourceAt(sources, '/commands/push/effects/network')).toBe('curated')
})

test('what no layer changes is shared, not copied', () => {
  const trusted = curated(
    tool({ commands: { push: { description: 'Sends', effects: SAFE }, pull: { description: 'Gets', effects: SAFE } } }),
  )
  const { tool: merged } = mergeLayers([trusted, generated(withCommand({ options: [option('--new')] }))])
  expect(merged.commands!.pull).toBe(trusted.tool.commands!.pull)
  expect(merged.commands!.push!.effects).toBe(trusted.tool.commands!.push!.effects)
})

test('a text that several commands share gives way to what the manual says about each', () => {
  const commands = (texts: Record<string, string>) =>
    tool({ commands: Object.fromEntries(Object.entries(texts).map(([name, description]) => [name, { description }])) })
  const shim = curated(
    commands({ start: 'Changes it', stop: 'Changes it', push: 'Send it', list: 'Lists', show: 'Lists' }),
  )
  const texts = { start: 'Start units', stop: 'Stop units', push: 'Push units', list: 'Tell', show: 'Tell' }
  const told = (other: Layer) => {
    const merged = mergeLayers([shim, other]).tool.commands!
    return Object.keys(texts).map((name) => merged[name]!.description)
  }
  expect(told(generated(commands(texts)))).toEqual(['Start units', 'Stop units', 'Send it', 'Lists', 'Lists'])
  expect(told(native(commands(texts)))).toEqual(['Changes it', 'Changes it', 'Send it', 'Lists', 'Lists'])
  const { sources } = mergeLayers([shim, generated(commands(texts))])
  expect(sourceAt(sources, '/commands/start/description')).toBe('generated')
})
