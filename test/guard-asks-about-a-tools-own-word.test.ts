import { appendFileSync, rmSync } from 'node:fs'
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

  test('bytes that have changed are not those that were described', () => {
    appendFileSync(join(machine.bin, 'stranger'), '\n# another one\n')
    expect(decide('stranger look')).toEqual(['ask', 'unknown-program'])
    expect(decide('stranger drop')).toEqual(['ask', 'unknown-program'])
  })
})
