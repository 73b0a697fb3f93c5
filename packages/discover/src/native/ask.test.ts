import { chmodSync, copyFileSync, cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AtipTool } from '@atip/protocol'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askAgent } from './ask.js'
import {
  describe as describing,
  Field,
  isSkipped,
  PATIENT,
  printing,
  processesOf,
  SHORT,
  untilAllAreGone,
} from './field.test-data.js'

describe.skipIf(isSkipped)('asking programs', () => {
  let field: Field
  const folders: string[] = []

  beforeEach(() => {
    field = new Field()
    folders.push(field.folder)
  })
  afterEach(() => field.clear())
  afterAll(() => untilAllAreGone(folders))

  describe('that describe themselves', () => {
    test('the example of the RFC in Python', async ({ skip }) => {
      if (!existsSync('/usr/bin/python3') && process.env.CI === undefined) skip('needs Python: apt-get install python3')
      const program = field.plant('mytool', PYTHON)
      expect(await field.ask(program)).toMatchObject({
        outcome: 'described',
        reason: 'it describes 1 command',
        tool: {
          atip: { version: '0.1' },
          trust: { source: 'native' },
          commands: { run: { effects: { network: false } } },
        },
      })
    })

    test('a shell script, without input, in an empty folder, with few variables', async () => {
      const say = `printf '{"atip":{"version":"0.6"},"name":"twin","version":"1","description":"%s"}'`
      const text = `#!/bin/sh\n${say} "$(cat | wc -c) $(ls -A | wc -l) $(env | grep -c SECRET) $*"\n`
      process.env.ATIP_TEST_SECRET = 'secret'
      const { tool } = await field.ask(field.plant('twin', text))
      delete process.env.ATIP_TEST_SECRET
      expect(tool!.description.replaceAll(/ +/g, ' ')).toBe('0 0 0 --agent')
    })

    test('a program made with tooli', async () => {
      const root = fileURLToPath(new URL('../../../../', import.meta.url))
      const modules = join(field.folder, 'node_modules')
      const install = (from: string, to: string) => cpSync(join(root, from), join(modules, to), { recursive: true })
      install('examples/notes', 'notes')
      for (const part of ['package.json', 'dist']) {
        install(join('packages/tooli', part), join('tooli', part))
        install(join('packages/protocol', part), join('@atip/protocol', part))
      }
      chmodSync(join(modules, 'notes/notes.mjs'), 0o755)
      const program = field.link('notes', join(modules, 'notes/notes.mjs'))
      const { tool } = await field.ask({ ...program, file: { ...program.file, mentionsAtip: true } })
      expect(Object.keys(tool!.commands!)).toEqual(expect.arrayContaining(['add', 'list', 'tag', 'delete']))
    })

    test('one that leaves a daemon behind which holds on to its output', async () => {
      const text = `#!/usr/bin/perl
print '${JSON.stringify(describing('leaver'))}'; $| = 1; print "\\n";
if (!fork) { use POSIX 'setsid'; setsid; exec 'sleep', '1000' if !fork; sleep 1000 }
`
      expect(await field.ask(field.plant('leaver', text))).toMatchObject({ outcome: 'described' })
    })

    test('one that removes its own working directory', async () => {
      const text = `#!/bin/sh\nrmdir "$PWD" || rm -rf "$PWD"\n${printing(describing('remover'))}`
      expect(await field.ask(field.plant('remover', text))).toMatchObject({ outcome: 'described' })
    })

    test('one of a newer minor version', async () => {
      const text = printing(describing('newer', { atip: { version: '0.77', features: ['new'] }, moods: ['good'] }))
      expect(await field.ask(field.plant('newer', text))).toMatchObject({ outcome: 'described' })
    })

    test('a setuid program has no privileges here', async ({ skip }) => {
      skip(process.getuid?.() !== 0, 'only root can make such a program')
      const perl = join(field.folder, 'root-perl')
      copyFileSync('/usr/bin/perl', perl)
      chmodSync(perl, 0o4755)
      const document = JSON.stringify(describing('rooted')).replace('Is called rooted', "'.join(',',$<,$>).'")
      const { tool } = await field.ask(field.plant('rooted', `#!${perl}\nprint '${document}'\n`))
      const [real, effective] = tool!.description.split(',')
      expect(effective).toBe(real)
      expect(Number(effective)).toBeGreaterThan(0)
    })
  })

  describe('that do not', () => {
    const cases: [string, string, object][] = [
      [
        'stray',
        '#!/bin/sh\necho "stray: unrecognized option $1" >&2\nexit 2\n',
        { outcome: 'not-described', reason: 'it exited with code 2 and printed "stray: unrecognized option --agent"' },
      ],
      [
        'screamer',
        `#!/usr/bin/perl\nprint STDERR "\\e[31mno\\r\\n\\xe2\\x80\\xaesuch\\xc2\\x9b flag", 'g' x 100_000;\nexit 64;\n`,
        {
          outcome: 'not-described',
          reason: expect.stringMatching(/^it exited with code 64 and printed "\[31mno such flagg+…"$/),
        },
      ],
      ['helper', '#!/bin/sh\necho "Usage: helper"\n', { outcome: 'not-described' }],
      ['silent', '#!/bin/sh\n', { outcome: 'not-described', reason: 'it printed nothing on stdout' }],
      [
        'whisperer',
        printing(describing('whisperer')).replace('cat', 'cat >&2'),
        { outcome: 'not-described', reason: expect.stringContaining('stderr does not count') },
      ],
      [
        'failing',
        `${printing(describing('failing'))}exit 1\n`,
        { outcome: 'refused', reason: expect.stringContaining('exited with code 1') },
      ],
      [
        'impostor',
        printing(describing('git')),
        { outcome: 'refused', reason: expect.stringContaining('it calls itself "git", but is called "impostor"') },
      ],
      ['climber', printing(describing('../climber')), { outcome: 'refused' }],
      ['painter', printing(describing('\u001b[31mpainter')), { outcome: 'refused' }],
      ['talker', printing(describing('x'.repeat(4000))), { outcome: 'refused' }],
      [
        'future',
        printing(describing('future', { atip: { version: '3.0' } })),
        { outcome: 'refused', reason: expect.stringContaining('it speaks ATIP 3.0') },
      ],
      ['greeter', `#!/bin/sh\necho Welcome\n${printing(describing('greeter'))}`, { outcome: 'not-described' }],
      [
        'latin',
        `#!/usr/bin/perl\nprint '${JSON.stringify(describing('latin'))}' =~ s/Is/\\xe9\\xff/r;\n`,
        { outcome: 'not-described', reason: expect.stringContaining('UTF-8') },
      ],
      ['lost', '#!/no/such/interpreter\n', { outcome: 'not-started' }],
      ['crasher', '#!/bin/sh\nkill -SEGV $$\n', { outcome: 'not-described' }],
    ]
    test('each is told why', async () => {
      const programs = cases.map(([name, text]) => field.plant(name, `${text}# atip\n`))
      const { results, asked } = await field.probe(programs)
      expect(asked).toBe(cases.length)
      for (const [index, [name, , expected]] of cases.entries()) {
        expect({ name, ...results[index]! }).toMatchObject({ ...expected, known: false })
        expect(results[index]!.reason).not.toMatch(/[\p{Cc}\p{Cf}]/u)
        expect(results[index]!.reason.length).toBeLessThan(400)
        expect(results[index]).not.toHaveProperty('tool')
      }
    })

    test('another name of a program that describes itself', async () => {
      field.plant('vim', printing(describing('vim')))
      expect(await field.ask(field.link('vi', 'vim'))).toMatchObject({
        outcome: 'refused',
        reason: expect.stringContaining('it answers as "vim", whose other name this is'),
      })
    })

    test('one that never ends, whatever it is told', async () => {
      const program = field.plant('stubborn', `#!/bin/sh\n# atip\ntrap '' TERM INT HUP\nwhile :; do sleep 0.1; done\n`)
      expect(await field.ask(program, SHORT)).toMatchObject({
        outcome: 'timed-out',
        reason: 'it did not answer within 0.4 s; asked with --depth=1, it did not answer within 0.4 s',
      })
      expect(field.questions).toEqual([['--agent'], ['--agent', '--depth=1']])
    })

    test('one that prints without end', async () => {
      expect(await field.ask(field.plant('flood', '#!/bin/sh\n# atip\nexec yes atip\n'))).toMatchObject({
        outcome: 'flooded',
        reason: expect.stringContaining('more than 8 MiB'),
      })
    })

    test('one that is called off is not remembered', async () => {
      const program = field.plant('stubborn', `#!/bin/sh\n# atip\nwhile :; do sleep 0.1; done\n`)
      const abort = new AbortController()
      const under = field.probe([program, program, program], { signal: abort.signal })
      while (processesOf(field.folder).length === 0) await new Promise((go) => setTimeout(go, 10))
      abort.abort()
      const calledOff = { outcome: 'called-off', reason: 'the probe was cancelled' }
      expect((await under).results).toMatchObject([calledOff, calledOff, calledOff])
      expect(existsSync(field.places.cache)).toBe(false)
    })
  })

  test('a subtree is asked for in the way of the RFC', async () => {
    const text = `#!/bin/sh\nprintf '{"atip":"0.3","name":"echo","version":"1","description":"%s"}' "$*"\n`
    const program = field.plant('echo', text)
    const answer = await askAgent(await field.sandbox(), program, {
      commands: ['pr/create', 'issue'],
      depth: 2,
      limits: PATIENT,
    })
    expect((answer as { tool: AtipTool }).tool).toMatchObject({
      description: '--agent --commands=pr/create,issue --depth=2',
      partial: true,
      omitted: { reason: 'filtered', safetyAssumption: 'unknown' },
    })
  })
})

/** RFC 13.1. */
const PYTHON = `#!/usr/bin/env python3
import json, sys

ATIP_METADATA = {
    "atip": "0.1",
    "name": "mytool",
    "version": "1.0.0",
    "description": "Does something useful",
    "commands": {
        "run": {
            "description": "Execute main function",
            "options": [
                {"name": "verbose", "flags": ["-v"], "type": "boolean",
                 "description": "Verbose output"}
            ],
            "effects": {"idempotent": True, "network": False}
        }
    }
}

if "--agent" in sys.argv:
    print(json.dumps(ATIP_METADATA, indent=2))
    sys.exit(0)
`
