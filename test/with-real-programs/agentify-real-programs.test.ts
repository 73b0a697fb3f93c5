import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  agentified,
  documentOf,
  withMcp,
  wordsInHelp,
  wordsOf,
  type Agentified,
  type Published,
} from '../fixtures/agentified.js'
import { areInstalled } from '../fixtures/real-programs.js'

/** Published programs: their entry file, and the line that is added to it. */
const PROGRAMS: Record<string, Published & { ordinary: string[]; takesArguments?: true }> = {
  // An ES module with an asynchronous parser.
  svgo: {
    entry: 'svgo/bin/svgo.js',
    place: 'makeProgram(program);',
    line: "import { agentify } from 'tooli/agentify'\nmakeProgram(agentify(program));",
    ordinary: ['--string', '<svg xmlns="http://www.w3.org/2000/svg"><g></g></svg>', '-o', '-'],
    takesArguments: true,
  },
  // CommonJS with a synchronous parser.
  solhint: {
    entry: 'solhint/solhint.js',
    place: 'program.parse(process.argv)',
    line: "require('tooli/agentify').agentify(program).parse(process.argv)",
    ordinary: ['list-rules', '--disc'],
    takesArguments: true,
  },
  nypm: {
    entry: 'nypm/dist/cli.mjs',
    place: 'runMain(main);',
    line: "import { agentify } from 'tooli/agentify'\nrunMain(agentify(main));",
    ordinary: ['install', 'left-pad', '--dry'],
  },
}

const isThere = areInstalled('.programs')
const folder = mkdtempSync(join(tmpdir(), 'tooli-agentify-'))
const made = new Map<string, Agentified>()

function programOf(name: string): Agentified {
  if (!made.has(name)) made.set(name, agentified(PROGRAMS[name]!))
  return made.get(name)!
}

afterAll(() => {
  for (const program of made.values()) program.remove()
  rmSync(folder, { recursive: true, force: true })
})

writeFileSync(join(folder, 'package.json'), '{"name":"x","packageManager":"npm@10.0.0"}')
writeFileSync(
  join(folder, '.solhint.json'),
  '{"rules":{"no-empty-blocks":"error","compiler-version":["warn","^0.8.0"]}}',
)
writeFileSync(join(folder, 'good.sol'), 'pragma solidity ^0.8.0;\n')
writeFileSync(join(folder, 'bad.sol'), 'pragma solidity ^0.8.0;\ncontract A { function f() public {} }\n')

describe.skipIf(!isThere)('a program with one line more', () => {
  for (const [name, { ordinary, takesArguments }] of Object.entries(PROGRAMS)) {
    test(`${name} describes all that its own help lists, and nothing else`, () => {
      const program = programOf(name)
      const tool = documentOf(program)
      expect(tool.name).toBe(name)
      for (const [path, described] of wordsOf(tool)) {
        if (path === 'prime') continue
        const help = program.original([...path.split(' ').filter(Boolean), '--help'], { cwd: folder })
        const listed = wordsInHelp(help.stdout)
        // Help for one command omits the global options.
        for (const { flags } of tool.globalOptions ?? [])
          for (const flag of flags) if (path !== '') listed.flags.add(flag)
        // citty's usage does not list it, but every program has it.
        if (name === 'nypm') listed.flags.add('-h').add('--help')
        if (path === '') described.commands.delete('prime')
        expect({ path, flags: [...described.flags].sort(), commands: [...described.commands].sort() }).toEqual({
          path,
          flags: [...listed.flags].sort(),
          commands: [...listed.commands].sort(),
        })
      }
    })

    test(`${name} does everything else as before`, () => {
      const program = programOf(name)
      for (const words of [ordinary, ['--no-such-option-of-it']]) {
        const [now, before] = [program.run(words, { cwd: folder }), program.original(words, { cwd: folder })]
        // citty's usage and stack traces contain the name of the started file.
        const plain = ({ status, stdout, stderr }: typeof now) =>
          JSON.stringify({ status, stdout, stderr }).replaceAll(`agentified-${process.pid}-`, '')
        expect(plain(now)).toBe(plain(before))
      }
    })

    test(`${name} primes agents, writes a skill and completes`, () => {
      const program = programOf(name)
      const primed = program.run(['prime', '--agent-id', 'a', '--session-id', 's'])
      expect(JSON.parse(primed.stdout)).toMatchObject({ toolName: name, session: { sessionId: 's' } })
      const skill = program.run(takesArguments ? ['--agent', 'skill', '-'] : ['skill', '-'])
      expect(skill.stdout).toMatch(new RegExp(`^---\nname: ${name}\n`))
      expect(program.run(['completion', 'bash']).stdout).toContain(`complete -F __complete_${name}`)
      const { stdout: candidates } = program.run(['__complete', 'fish', '--', '--'])
      expect(candidates).toContain('--help')
      expect(candidates).not.toContain('--idempotency-key')
    })
  }

  test('solhint takes a file called "skill" for a file, because it takes files', () => {
    const { stdout, stderr } = programOf('solhint').run(['skill', '--disc', '--noPoster'], { cwd: folder })
    expect(stdout + stderr).not.toContain('name: solhint')
  })

  test('svgo optimises what an agent sends over MCP', async () => {
    await withMcp(programOf('svgo'), folder, async (client) => {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name).sort()).toEqual(['prime', 'svgo'])
      const svg = '<svg xmlns="http://www.w3.org/2000/svg"><g><g/></g><path d="M 0.00 0.00 L 10.0 10.0"/></svg>'
      const result = await client.callTool({ name: 'svgo', arguments: { string: svg, output: ['-'] } })
      const { stdout: direct } = programOf('svgo').original(['--string', svg, '-o', '-'])
      expect(result.structuredContent).toMatchObject({ ok: true, data: { exit_code: 0, stdout: direct } })
      const wrong = await client.callTool({ name: 'svgo', arguments: { string: 'no svg', output: ['-'] } })
      expect(wrong.isError).toBe(true)
    })
  })

  test('solhint tells an agent what is wrong with a file, as a document', async () => {
    await withMcp(programOf('solhint'), folder, async (client) => {
      const call = (file: string) =>
        client.callTool({
          name: 'solhint',
          arguments: { arguments: [file], formatter: 'json', disc: true, noPoster: true },
        })
      expect((await call('good.sol')).isError ?? false).toBe(false)
      const bad = await call('bad.sol')
      expect(JSON.stringify(bad)).toContain('no-empty-blocks')
    })
  })

  test('nypm says over MCP which package manager a folder uses', async () => {
    await withMcp(programOf('nypm'), folder, async (client) => {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name).sort()).toEqual(['dedupe', 'detect', 'install', 'prime', 'remove', 'run'])
      const result = await client.callTool({ name: 'detect', arguments: { cwd: folder } })
      expect(JSON.stringify(result.structuredContent)).toContain('npm')
    })
  })
})
