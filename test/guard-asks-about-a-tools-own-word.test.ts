import { appendFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering, description, PlantedMachine } from './fixtures/planted-machine.js'

interface Decision {
  decision: string
  reasons: { rule: string }[]
}

const READS = {
  network: false,
  destructive: false,
  filesystem: { read: true, write: false, delete: false },
}

const told = (name: string) =>
  description(name, {
    commands: {
      look: { description: 'Look at something', effects: READS },
      drop: { description: 'Drop everything', effects: { ...READS, destructive: true } },
    },
  })

describe('what the catalog knows counts when a line is judged', () => {
  let machine: PlantedMachine
  const decide = (line: string) => {
    const { stdout } = machine.run(['check', '--output', 'raw', '--', line])
    const { decision, reasons } = JSON.parse(stdout) as Decision
    return [decision, ...reasons.map(({ rule }) => rule)]
  }
  const reasons = (line: string) => machine.run(['check', '-o', 'raw', '--', line]).stdout
  const hook = (line: string) => {
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: line }, cwd: machine.home }
    const { stdout } = machine.run(['hook', 'claude-code'], { input: JSON.stringify(event) })
    const answer = JSON.parse(stdout) as { hookSpecificOutput: { permissionDecision: string } }
    return answer.hookSpecificOutput.permissionDecision
  }

  beforeAll(() => {
    machine = new PlantedMachine()
    machine.plant('stranger', answering(JSON.stringify(told('stranger'))))
    machine.plant('friend', '#!/bin/sh\necho friend\n')
    machine.write(join(machine.data, 'shims/friend.json'), told('friend'))
    machine.get(['scan'])
  })
  afterAll(() => rmSync(machine.folder, { recursive: true }))

  test('a tool that calls itself harmless is asked about, and one that calls itself dangerous is refused', () => {
    expect(decide('stranger look')).toEqual(['ask', 'own-word'])
    expect(decide('stranger drop')).toEqual(['deny', 'destructive'])
    expect([hook('stranger look'), hook('stranger drop')]).toEqual(['ask', 'deny'])
  })

  test('what the user says about a tool counts as it is said', () => {
    expect(decide('friend look')).toEqual(['allow', 'read-only'])
    expect(decide('friend drop')).toEqual(['deny', 'destructive'])
    expect([hook('friend look'), hook('friend drop')]).toEqual(['allow', 'deny'])
  })

  test("a correction of one field does not make the rest of a tool's own word believed, and vouching for it does", () => {
    const override = join(machine.config, 'overrides/stranger.json')
    machine.write(override, { commands: { drop: { effects: { destructive: false } } } })
    expect([decide('stranger look'), decide('stranger drop')]).toEqual([
      ['ask', 'own-word'],
      ['ask', 'own-word'],
    ])
    expect([hook('stranger look'), hook('stranger drop')]).toEqual(['ask', 'ask'])
    machine.write(override, { trust: { source: 'user' } })
    expect([decide('stranger look'), hook('stranger look')]).toEqual([['allow', 'read-only'], 'allow'])
    rmSync(override)
  })

  test('what is shipped about a tool is not softened by what somebody keeps about it', () => {
    machine.write(join(machine.data, 'tools/rm.json'), { ...told('rm'), effects: READS })
    expect(decide('rm -rf /etc/nothing')[0]).toBe('deny')
  })

  test('a tool that a shim describes may call itself worse than that, and not better', () => {
    machine.plant('wc', answering(JSON.stringify(description('wc', { effects: { ...READS, destructive: true } }))))
    machine.plant('git', answering(JSON.stringify(description('git', { effects: READS }))))
    machine.get(['scan'])
    expect(decide('wc -l notes')).toEqual(['deny', 'destructive'])
    expect(decide('wc --help')).toEqual(['allow', 'read-only'])
    expect(decide('git status')).toEqual(['allow', 'read-only'])
    expect(decide('git push --force origin main')).toEqual(['deny', 'destructive'])
    expect([hook('wc -l notes'), hook('git status')]).toEqual(['deny', 'allow'])
  })

  test('check and hook agree on what somebody keeps about a tool, whatever else is in the line', () => {
    machine.plant('tail', '#!/bin/sh\nexit 0\n')
    machine.get(['scan'])
    const kept = description('tail', { commands: { '': { description: 'x', effects: { destructive: true } } } })
    machine.write(join(machine.data, 'tools/tail.json'), kept)
    for (const line of ['tail notes', 'tail notes; nosuchprogram', 'nosuchprogram; tail notes']) {
      expect([line, decide(line)[0], hook(line)]).toEqual([line, 'deny', 'deny'])
    }
  })

  test('a description that is stored for a name is the own word of the tool, unless the user says otherwise', () => {
    machine.plant('cached', '#!/bin/sh\n')
    const file = join(machine.data, 'tools/cached.json')
    machine.write(file, { ...told('cached'), trust: { source: 'native', verified: true } })
    machine.get(['scan'])
    expect([decide('cached look'), hook('cached look')]).toEqual([['ask', 'own-word'], 'ask'])
    expect(decide('cached drop')[0]).toBe('deny')
    machine.write(file, { ...told('cached'), trust: { source: 'user' } })
    expect([decide('cached look'), hook('cached look')]).toEqual([['allow', 'read-only'], 'allow'])
  })

  describe('a file of the user that cannot be used', () => {
    const unusable = ['{bad', '[]', '{"effects":{"destructive":"yes"}}', '{"commands":{"look":{"effects":"none"}}}']
    const places = (name: string) => [
      join(machine.config, `overrides/${name}.json`),
      join(machine.config, `overrides/sha256/${machine.catalog().tools[name]!.hash.slice('sha256:'.length)}.json`),
    ]

    test.each(unusable)('leaves no call known to be safe: the override %s', (text) => {
      for (const file of places('friend')) {
        machine.write(file, text)
        expect([decide('friend look'), hook('friend look')]).toEqual([['ask', 'unknown-effects'], 'ask'])
        expect(decide('friend --help')[0]).toBe('ask')
        expect(decide('friend drop')).toEqual(['deny', 'destructive'])
        expect(reasons('friend look')).toContain(`${file} cannot be used`)
        expect(machine.run(['effects', '-o', 'raw', '--', 'friend', 'look']).stdout).toContain(`${file} cannot be used`)
        rmSync(file)
      }
      expect(decide('friend look')).toEqual(['allow', 'read-only'])
    })

    test('is not passed over by a rule of a policy either, and counts where nothing else is known', () => {
      machine.write(join(machine.config, 'policy.json'), {
        rules: [{ decision: 'allow', command: ['friend', 'look'] }],
      })
      const [file] = places('friend')
      machine.write(file!, '{bad')
      expect([decide('friend look'), hook('friend look')]).toEqual([['ask', 'unknown-effects'], 'ask'])
      rmSync(file!)
      rmSync(join(machine.config, 'policy.json'))
      machine.plant('nobody', '#!/bin/sh\n')
      machine.get(['scan'])
      machine.write(places('nobody')[0]!, '{bad')
      expect(reasons('nobody x')).toContain('cannot be used')
      expect(decide('nobody --help')[0]).toBe('ask')
      rmSync(places('nobody')[0]!)
    })

    test('is reported by doctor, and so are keys that change nothing', () => {
      interface Check {
        name: string
        status: string
        message: string
      }
      const check = () => {
        const { checks } = machine.get<{ checks: Check[] }>(['doctor'])
        return checks.find(({ name }) => name === 'own descriptions')!
      }
      expect(check().status).toBe('ok')
      const [file, byHash] = places('friend') as [string, string]
      for (const path of [file, byHash]) {
        machine.write(path, { efects: { destructive: true }, commands: { look: { effects: { destructve: true } } } })
        const { status, message } = check()
        expect([status, message]).toEqual([
          'warning',
          expect.stringContaining(`${path}: the override has no effect at`),
        ])
        expect(message).toContain('/efects')
        expect(message).toContain('/commands/look/effects/destructve')
        machine.write(path, { effects: { destructive: 'yes' } })
        expect(check()).toMatchObject({ status: 'problem', message: expect.stringContaining(`${path}: with it`) })
        rmSync(path)
      }
      const bad = [
        join(machine.config, `overrides/sha256/${'0'.repeat(64)}.json`),
        join(machine.config, 'overrides/not-installed.json'),
        join(machine.data, 'shims/not-installed.json'),
      ]
      for (const path of bad) machine.write(path, '{bad')
      expect(check().status).toBe('problem')
      for (const path of bad) expect(check().message).toContain(`${path}: it`)
      for (const path of bad) rmSync(path)
      expect(check().status).toBe('ok')
    })

    test('may also be a whole description', () => {
      const file = machine.write(join(machine.data, 'shims/head.json'), '{bad')
      expect(decide('head notes')[0]).toBe('ask')
      expect(reasons('head notes')).toContain(`${file} cannot be used`)
      rmSync(file)
      expect(decide('head notes')).toEqual(['allow', 'read-only'])
    })
  })

  describe('a program that changed since the last scan', () => {
    test('is known if only its date changed', () => {
      machine.plant('rewritten', answering(JSON.stringify(told('rewritten'))))
      machine.get(['scan'])
      machine.plant('rewritten', answering(JSON.stringify(told('rewritten'))))
      utimesSync(join(machine.bin, 'rewritten'), 1, 1)
      expect([decide('rewritten look'), decide('rewritten drop')]).toEqual([
        ['ask', 'own-word'],
        ['deny', 'destructive'],
      ])
      expect([hook('rewritten look'), hook('rewritten drop')]).toEqual(['ask', 'deny'])
    })

    test('keeps what the user says about its name, and nothing about its bytes', () => {
      for (const name of ['by-name', 'by-shim', 'by-hash']) machine.plant(name, `#!/bin/sh\n# ${name}\n`)
      machine.get(['scan'])
      const dangerous = { effects: { destructive: true } }
      const hex = machine.catalog().tools['by-hash']!.hash.slice('sha256:'.length)
      machine.write(join(machine.config, 'overrides/by-name.json'), dangerous)
      machine.write(join(machine.config, `overrides/sha256/${hex}.json`), dangerous)
      machine.write(join(machine.data, 'shims/by-shim.json'), told('by-shim'))
      const decisions = () => ['by-name', 'by-shim look', 'by-shim drop', 'by-hash'].map((line) => decide(line)[0])
      expect(decisions()).toEqual(['deny', 'allow', 'deny', 'deny'])
      for (const name of ['by-name', 'by-shim', 'by-hash']) appendFileSync(join(machine.bin, name), '# updated\n')
      expect(decisions()).toEqual(['deny', 'allow', 'deny', 'ask'])
      expect(['by-name', 'by-shim look', 'by-shim drop', 'by-hash'].map(hook)).toEqual(['deny', 'allow', 'deny', 'ask'])
      expect(reasons('by-hash')).toContain(
        'nothing is known about by-hash, which changed since the last scan; atip scan reads it again',
      )
    })

    test('is not taken for a curated tool of its name whose description the user corrected', () => {
      const override = machine.write(join(machine.config, 'overrides/tail.json'), { effects: { destructive: true } })
      appendFileSync(join(machine.bin, 'tail'), '# updated\n')
      expect([decide('tail notes')[0], hook('tail notes')]).toEqual(['deny', 'deny'])
      rmSync(override)
    })
  })

  test('bytes that have changed are not those that were described', () => {
    appendFileSync(join(machine.bin, 'stranger'), '\n# another one\n')
    expect(decide('stranger look')).toEqual(['ask', 'unknown-program'])
    expect(decide('stranger drop')).toEqual(['ask', 'unknown-program'])
  })
})
