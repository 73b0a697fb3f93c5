import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCommand, validate } from '@atip/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeCommand, type LazyOptions } from './describe-lazily.js'
import { PlantedTools, FROB, isSkipped, recorded, type Recorded } from '../../../describe/testing/planted-tools.js'

let field: PlantedTools
let sandbox: Recorded
let options: LazyOptions

beforeEach(() => {
  field = new PlantedTools()
  sandbox = recorded()
  options = { cache: field.cache, sandbox: sandbox.open }
})
afterEach(() => field.clear())

const PAGE = `.TH FROB-BUILD 1
.SH NAME
frob-build \\- build one target
.SH SYNOPSIS
.B frob build
[\\fIOPTIONS\\fR] \\fITARGET\\fR
.SH OPTIONS
.TP
.BR \\-j ", " \\-\\-jobs " \\fIN\\fR"
Run \\fIN\\fR jobs at a time.
.TP
.B \\-\\-clean
Remove what was built before.
`

const keptFiles = () =>
  readdirSync(field.cache, { recursive: true })
    .map(String)
    .filter((name) => name.includes('.'))

describe('without a sandbox', () => {
  test('files alone are read, and a note says what is missing', async () => {
    const frob = field.tool('frob', FROB)
    field.put('share/man/man1/frob.1', PAGE.replaceAll('frob build', 'frob').replaceAll('frob-build', 'frob'))
    const { description, notes, isHelpMissing } = await describeCommand(frob, [], {
      cache: field.cache,
      sandbox: async () => undefined,
    })
    expect(description!.metadata.description).toBe('build one target')
    expect(description!.metadata.commands!['']!.options!.map(({ flags }) => flags)).toEqual([
      ['-j', '--jobs'],
      ['--clean'],
    ])
    expect(description!.sources).toEqual([join(field.folder, 'share/man/man1/frob.1')])
    expect(notes).toEqual(['"frob" was not asked for help: no sandbox works here'])
    expect(isHelpMissing).toBe(true)
  })

  test('completions name the commands of a tool without a manual page', async () => {
    const frob = field.tool('frob', FROB)
    field.put(
      'share/fish/vendor_completions.d/frob.fish',
      'complete -c frob -n __fish_use_subcommand -a build -d "Build"\n',
    )
    const { description } = await describeCommand(frob, [], { cache: field.cache })
    expect(description!.commands).toEqual(['build'])
  })

  test('a tool without any text is not described, and that is remembered', async () => {
    const frob = field.tool('frob', FROB)
    expect((await describeCommand(frob, [], { cache: field.cache })).description).toBeUndefined()
    expect((await describeCommand(frob, [], { cache: field.cache })).isFromCache).toBe(true)
  })

  test.each([['--exec'], ['-h'], [''], ['a b'], ['a\nb'], ['a\0b'], ['x'.repeat(200)], Array<string>(9).fill('a')])(
    'the words %j… are no command',
    async (...path) => {
      const { description, notes } = await describeCommand(field.tool('frob', FROB), path, options)
      expect(description).toBeUndefined()
      expect(notes.join()).toMatch(/is not a valid command name|are no path to a command/)
      expect(sandbox.opened).toBe(0)
    },
  )

  test('what cannot be kept is told of and answered all the same', async () => {
    const frob = field.tool('frob', FROB)
    field.put('share/man/man1/frob.1', PAGE.replaceAll('frob build', 'frob').replaceAll('frob-build', 'frob'))
    writeFileSync(field.cache, 'a file where the folder should be')
    const { description, notes } = await describeCommand(frob, [], { cache: field.cache })
    expect(description).toBeDefined()
    expect(notes.join()).toContain('could not be kept')
  })

  test('a command with a manual page of its own is described without opening a sandbox', async () => {
    const frob = field.tool('frob', FROB)
    field.put('share/man/man1/frob-build.1', PAGE)
    const { description } = await describeCommand(frob, ['build'], options)
    const command = findCommand(description!.metadata, ['build'])!.command
    expect(command.description).toBe('build one target')
    expect(command.options!.map(({ name }) => name)).toEqual(['jobs', 'clean'])
    expect(sandbox.opened).toBe(0)
  })
})

describe.skipIf(isSkipped)('in the sandbox', () => {
  test('a tool is asked once, and then known', async () => {
    const frob = field.tool('frob', FROB)
    const first = await describeCommand(frob, [], options)
    expect(first.description!.commands).toEqual(['build', 'deploy'])
    expect(first.description!.metadata.globalOptions!.map(({ name }) => name)).toEqual(['verbose'])
    expect(validate(first.description!.metadata, { profile: 'strict' }).valid).toBe(true)
    expect(sandbox.asked).toEqual(['--help'])

    const second = await describeCommand(frob, [], options)
    expect(second).toEqual({ ...first, isFromCache: true })
    expect(sandbox).toMatchObject({ asked: ['--help'], opened: 1 })
  })

  test('one command is asked alone, with those on the way to it', async () => {
    const frob = field.tool('frob', FROB)
    const { description } = await describeCommand(frob, ['deploy', 'now'], options)
    const command = findCommand(description!.metadata, ['deploy', 'now'])!.command
    expect(command.options!.map(({ name }) => name)).toEqual(['force'])
    expect(sandbox.asked.sort()).toEqual(['--help', 'deploy --help', 'deploy now --help'])
    sandbox.asked.length = 0
    expect((await describeCommand(frob, ['deploy'], options)).description!.commands).toEqual(['now', 'later'])
    await describeCommand(frob, ['build'], options)
    expect(sandbox.asked).toEqual(['build --help'])
  })

  test('a word that the tool passes over is no command', async () => {
    const frob = field.tool('frob', FROB)
    expect((await describeCommand(frob, ['nonsense'], options)).description).toBeUndefined()
    expect((await describeCommand(frob, ['nonsense'], options)).isFromCache).toBe(true)
  })

  test('a command that cannot be asked is described by the synopsis of the page above it', async () => {
    const cases = `*' add '*) echo 'fatal: not a repository of frob' >&2; exit 128 ;;
'help remote add') printf 'FROB-REMOTE(1)   Manual   FROB-REMOTE(1)\\n\\nSYNOPSIS\\n   frob remote [--wrong] FILE\\n' ;;
*) exit 1 ;;`
    const page = `.TH X 1
.SH NAME
frob-remote \\- manage remotes
.SH SYNOPSIS
frob remote [-v]
.br
frob remote add [-f] [--mirror] <name> <url>
.br
frob remote rename <old> <new>
`
    field.put('share/man/man1/frob-remote.1', page)
    const { description } = await describeCommand(field.tool('frob', cases), ['remote', 'add'], options)
    const { command } = findCommand(description!.metadata, ['remote', 'add'])!
    expect(command.options!.map(({ name }) => name)).toEqual(['f', 'mirror'])
    expect(command.arguments!.map(({ name }) => name)).toEqual(['name', 'url'])
    expect(sandbox.asked).toContain('help remote add')
  })

  test('the page of another tool is not taken for that of a command', async () => {
    const frob = field.tool('frob', FROB)
    const other = PAGE.replaceAll('frob build', 'frob-get').replace('\\fITARGET', 'get \\fITARGET')
    field.put('share/man/man1/frob-get.1', other)
    expect((await describeCommand(frob, ['get'], options)).description).toBeUndefined()
  })

  test('help and the manual page are laid over each other', async () => {
    const frob = field.tool('frob', FROB)
    field.put('share/man/man1/frob.1', PAGE.replaceAll('frob build', 'frob').replaceAll('frob-build', 'frob'))
    const { description } = await describeCommand(frob, [], options)
    expect(description!.metadata.description).toBe('build one target')
    const names = description!.metadata.globalOptions!.map(({ name }) => name)
    expect(names.sort()).toEqual(['clean', 'jobs', 'verbose'])
    expect(description!.commands).toEqual(['build', 'deploy'])
  })

  test('the longer list that help points to is read, and guides in it are no commands', async () => {
    const cases = `'help -a') cat <<'END'
See 'frob help <command>' to read about a specific subcommand

Main Porcelain Commands
   build      Build a target
   deploy     Bring it to a host

User-facing repository, command and file interfaces
   ignore     Says what is passed over
   hooks      Says what is run besides

External commands
   extra
END
;;
*) cat <<'END'
usage: frob [--version] <command> [<args>]

These are common frob commands:

start
   build      Build a target

'frob help -a' lists available subcommands.
END
;;`
    const { description } = await describeCommand(field.tool('frob', cases), [], options)
    expect(sandbox.asked).toEqual(['--help', 'help -a'])
    expect(description!.commands).toEqual(expect.arrayContaining(['build', 'deploy']))
    expect(description!.commands).not.toEqual(expect.arrayContaining(['ignore']))
    expect(description!.commands).not.toEqual(expect.arrayContaining(['hooks']))
  })

  test('what was made without a sandbox is made again with one', async () => {
    const frob = field.tool('frob', FROB)
    field.put('share/man/man1/frob.1', PAGE.replaceAll('frob build', 'frob').replaceAll('frob-build', 'frob'))
    await describeCommand(frob, [], { cache: field.cache })
    expect((await describeCommand(frob, [], { cache: field.cache })).isFromCache).toBe(true)
    const { description, isFromCache } = await describeCommand(frob, [], options)
    expect([description!.commands, isFromCache]).toEqual([['build', 'deploy'], false])
  })

  test.each<[string, (text: string) => string]>([
    ['of another generator', (text) => text.replace(/"generator":"[^"]*"/, '"generator":"0.0.1"')],
    ['of another command', (text) => text.replace('"path":[]', '"path":["x"]')],
    ['that is cut off', (text) => text.slice(0, -9)],
    ['with a wrong description', (text) => text.replace('"name":"frob"', '"name":7')],
    ['that is something else', () => 'null'],
  ])('a kept file %s is made again', async (_, change) => {
    const frob = field.tool('frob', FROB)
    const first = await describeCommand(frob, [], options)
    const [file] = keptFiles().map((name) => join(field.cache, name))
    writeFileSync(file!, change(readFileSync(file!, 'utf8')))
    expect(await describeCommand(frob, [], options)).toEqual(first)
    expect((await describeCommand(frob, [], options)).isFromCache).toBe(true)
  })

  test('other bytes are another tool', async () => {
    await describeCommand(field.tool('frob', FROB), [], options)
    const { isFromCache } = await describeCommand(field.tool('frob', `${FROB}\n# new`), [], options)
    expect(isFromCache).toBe(false)
  })

  test('several describers at once agree and leave whole files only', async () => {
    const frob = field.tool('frob', FROB)
    const paths = [[], ['build'], ['deploy', 'now'], [], ['build'], ['deploy', 'now']]
    const answers = await Promise.all(paths.map((path) => describeCommand(frob, path, options)))
    expect(answers.slice(0, 3)).toEqual(answers.slice(3))
    expect(
      keptFiles()
        .map((name) => name.split('/').at(-1))
        .sort(),
    ).toEqual(['command-build.json', 'command-deploy%20now.json', 'command-deploy.json', 'tool.json'])
    sandbox.asked.length = 0
    const again = await Promise.all(paths.map((path) => describeCommand(frob, path, options)))
    expect(again.every(({ isFromCache }) => isFromCache)).toBe(true)
    expect(sandbox.asked).toEqual([])
  })

  test('being called off keeps nothing', async () => {
    const frob = field.tool('frob', '*) exec sleep 60 ;;')
    const calling = new AbortController()
    const described = describeCommand(frob, [], { ...options, signal: calling.signal })
    setTimeout(() => calling.abort(new Error('called off')), 200)
    await expect(described).rejects.toThrow('called off')
    expect(() => readdirSync(field.cache)).toThrow('ENOENT')
  })
})
