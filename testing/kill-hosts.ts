import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openAudit, RESULT_STATUSES, replay, verifyAudit } from '@atip/runtime'
import { expect } from 'vitest'

/** Makes calls for ever, some concurrently, and writes all of them to one log. */
const PROGRAM = `
  import { createRuntime, openAudit } from '@atip/runtime'
  const tool = { id: 'wait', namespace: 'x', name: 'wait', description: 'waits', input: { type: 'object' },
    facts: ({ key }) => ({ readOnly: false, destructive: false, openWorld: false, concurrencySafe: true,
      footprint: [{ key, access: 'write' }] }),
    execute: ({ ms }) => new Promise((resolve) => setTimeout(resolve, ms)) }
  const runtime = createRuntime({ tools: [tool], cwd: '/', home: '/', rules: [{ decision: 'allow', tool: '*' }],
    audit: openAudit(process.argv[1], { fsync: 'none' }) })
  console.log('ready')
  for (let n = 0; ; n++) {
    const calls = ['a', 'a', 'b'].map((key, index) => ({ id: n + '.' + index, name: 'wait', input: { ms: n % 5, key } }))
    await runtime.run(runtime.surface(), calls).results
  }`

/** Kills a host at random moments: the log always verifies, and each call has one terminal state. */
export async function killHosts(kills: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'))
  let sawUnfinished = false
  const root = fileURLToPath(new URL('..', import.meta.url))
  try {
    for (let kill = 0; kill < kills; kill++) {
      // Each log is killed several times; a single one would take longer with every kill.
      const file = join(folder, `${Math.floor(kill / 6)}.jsonl`)
      const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, file], { cwd: root })
      await new Promise((resolve) => child.stdout.once('data', resolve))
      await sleep(Math.random() * 120)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      openAudit(file).close()
      expect(verifyAudit(file)).toMatchObject({ ok: true })
      const calls = replay(file)
      expect(new Set(calls.map(({ invocation_id }) => invocation_id)).size).toBe(calls.length)
      const started = new Set(
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line.includes('"type":"tool.invocation.started"'))
          .map((line) => (JSON.parse(line) as { subject: string }).subject),
      )
      for (const { status, side_effects, synthetic, invocation_id } of calls) {
        expect(RESULT_STATUSES).toContain(status)
        if (synthetic !== true) continue
        sawUnfinished = true
        expect([status, side_effects]).toEqual(['canceled', started.has(invocation_id) ? 'possible' : 'none'])
      }
    }
    expect(sawUnfinished).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
