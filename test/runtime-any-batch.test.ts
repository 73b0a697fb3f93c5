import { setTimeout as sleep } from 'node:timers/promises'
import {
  createRuntime,
  defineTool,
  TRANSITIONS,
  type ModelCall,
  type RuntimeEvent,
  type RuntimeTool,
} from '@atip/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'

interface Job {
  name: 'job' | 'deaf' | 'block' | 'unknown'
  key: string
  access: 'read' | 'write'
  ms: number
  fail: boolean
  hook: 'none' | 'allow' | 'ask' | 'deny' | 'rewrite' | 'crash' | 'stop'
}

const job = fc.record<Job>({
  name: fc.constantFrom('job', 'job', 'job', 'deaf', 'block', 'unknown'),
  key: fc.constantFrom('path:/w', 'path:/w/a', 'path:/w/b', 'db:x', '*'),
  access: fc.constantFrom('read', 'write'),
  ms: fc.nat(6),
  fail: fc.boolean(),
  hook: fc.constantFrom('none', 'none', 'allow', 'ask', 'deny', 'rewrite', 'crash', 'stop'),
})

const batch = fc.record({
  jobs: fc.array(job, { minLength: 1, maxLength: 7 }),
  approves: fc.boolean(),
  siblingFailure: fc.constantFrom('ignore' as const, 'cancel_siblings' as const, 'cancel_dependent' as const),
  cancelAt: fc.option(fc.nat(8), { nil: undefined }),
  dependsOn: fc.option(fc.nat(6), { nil: undefined }),
})

const conflicts = (a: Job, b: Job) => {
  if ((a.key === '*' && a.access === 'write') || (b.key === '*' && b.access === 'write')) return true
  if (a.access === 'read' && b.access === 'read') return false
  const meets = (x: string, y: string) => x === '*' || x === y || y.startsWith(`${x}/`)
  return meets(a.key, b.key) || meets(b.key, a.key)
}

/** Tools that record which of them run at the same time. */
function jobTools(running: Set<Job>, overlaps: [Job, Job][]): RuntimeTool[] {
  const tool = (name: string, more: Partial<RuntimeTool>, isDeaf: boolean) =>
    defineTool({
      id: `t.${name}`,
      namespace: 't',
      name,
      description: name,
      input: { type: 'object' },
      facts: ({ key, access }: Job) => ({
        readOnly: access === 'read',
        destructive: false,
        openWorld: false,
        concurrencySafe: true,
        footprint: [{ key, access }],
      }),
      execute: async (input: Job, { signal }) => {
        for (const other of running) if (conflicts(input, other)) overlaps.push([input, other])
        running.add(input)
        try {
          await sleep(isDeaf ? 12 : input.ms, undefined, isDeaf ? {} : { signal })
          if (input.fail) throw new Error('failed')
          return 'done'
        } finally {
          running.delete(input)
        }
      },
      ...more,
    })
  return [
    tool('job', { interrupt: 'cancel' }, false),
    tool('deaf', { timeoutMs: 4, interrupt: 'cancel' }, true),
    tool('block', { interrupt: 'block' }, false),
  ]
}

test('any batch gives one result for each call, in order, without overlaps of calls that conflict', async () => {
  await fc.assert(
    fc.asyncProperty(batch, async ({ jobs, approves, siblingFailure, cancelAt, dependsOn }) => {
      const running = new Set<Job>()
      const overlaps: [Job, Job][] = []
      const events: RuntimeEvent[] = []
      const runtime = createRuntime({
        tools: jobTools(running, overlaps),
        cwd: '/',
        home: '/home/ann',
        limits: { graceMs: 1 },
        rules: [{ decision: 'allow', tool: 't.job' }],
        onEvent: (event) => events.push(event),
        approver: async () => {
          await sleep(1)
          return { behavior: approves ? 'allow' : 'deny' }
        },
        hooks: [
          {
            id: 'h',
            event: 'pre_tool_use',
            run: async ({ permissionInput }) => {
              const { hook, ...rest } = permissionInput as Job
              if (hook === 'crash') throw new Error('crash')
              if (hook === 'stop') return { stop: 'stop' }
              if (hook === 'rewrite') return { updatedInput: { ...rest, hook, key: 'path:/w' } }
              return hook === 'none' ? {} : { permission: hook }
            },
          },
        ],
      })
      const calls = jobs.map((input, index): ModelCall => {
        const depends = index > 0 && dependsOn !== undefined ? { dependsOn: [String(dependsOn % index)] } : {}
        return { id: String(index), name: input.name, input, ...depends }
      })
      const started = runtime.run(runtime.surface(), calls, { siblingFailure })
      if (cancelAt !== undefined) void sleep(cancelAt).then(() => started.cancel())
      const results = await started.results
      expect(results.map(({ native_call_id }) => native_call_id)).toEqual(calls.map(({ id }) => id))
      expect(overlaps).toEqual([])
      for (const { status_transitions: all, status } of started.invocations()) {
        for (const [index, { status: to }] of all.slice(1).entries())
          expect(TRANSITIONS[all[index]!.status]).toContain(to)
        expect(TRANSITIONS[status]).toEqual([])
      }
      while (running.size > 0) await sleep(1)
      const created = events.filter(({ type }) => type === 'tool.result.created').map(({ subject }) => subject)
      expect(created.sort()).toEqual(results.map(({ invocation_id }) => invocation_id).sort())
      for (const { side_effects, invocation_id } of results) {
        const hasStarted = events.some((one) => one.type === 'tool.invocation.started' && one.subject === invocation_id)
        if (!hasStarted) expect(side_effects).toBe('none')
      }
    }),
    { numRuns: 100 },
  )
})

test('an untrusted tool that claims to be read-only is asked about, and runs alone', async () => {
  const running = new Set<string>()
  const trace: string[] = []
  const asked: string[] = []
  const tool = (id: string, trust: 'trusted' | 'untrusted') =>
    defineTool({
      id,
      namespace: 't',
      name: id,
      description: id,
      trust,
      input: { type: 'object' },
      facts: () => ({ readOnly: true, destructive: false, openWorld: false, concurrencySafe: true, footprint: [] }),
      execute: async () => {
        trace.push([...running, id].sort().join('+'))
        running.add(id)
        await sleep(100)
        running.delete(id)
        return id
      },
    })
  const runtime = createRuntime({
    tools: [tool('own', 'trusted'), tool('other', 'trusted'), tool('foreign', 'untrusted')],
    mode: 'balanced',
    approver: async ({ tool_id }) => {
      asked.push(tool_id)
      return { behavior: 'allow' }
    },
  })
  const calls = ['own', 'other', 'foreign', 'own'].map((name, index) => ({ id: String(index), name, input: {} }))
  const batch = runtime.run(runtime.surface(), calls)
  expect((await batch.results).map(({ status }) => status)).toEqual(Array(4).fill('succeeded'))
  expect(asked).toEqual(['foreign'])
  expect(trace).toEqual(['own', 'other+own', 'foreign', 'own'])
  expect(batch.invocations()[2]!.facts).toMatchObject({ is_read_only: false, is_concurrency_safe: false })
})
