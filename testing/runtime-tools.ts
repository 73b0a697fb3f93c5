import { appendFileSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lookupShim } from '@atip/shims'
import {
  createRuntime,
  defineTool,
  type ApprovalReply,
  type ApprovalRequest,
  type ModelCall,
  type ResultRecord,
  type Runtime,
  type RuntimeEvent,
  type RuntimeOptions,
  type RuntimeTool,
} from '@atip/runtime'

const text = { type: 'string' }
const number = { type: 'number' }

function input(properties: Record<string, unknown>, required: string[] = []) {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** A folder with a trace: tools write `+name` when they begin, and `-name` when they end. */
export class Workspace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'runtime-')))

  file(name: string): string {
    return join(this.folder, name)
  }

  write(name: string, content: string): void {
    writeFileSync(this.file(name), content)
  }

  read(name: string): string {
    return readFileSync(this.file(name), 'utf8')
  }

  mark(sign: string): void {
    appendFileSync(this.file('trace.log'), `${sign}\n`)
  }

  trace(): string[] {
    return existsSync(this.file('trace.log')) ? this.read('trace.log').trim().split('\n') : []
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  async traced<T>(name: string, work: () => Promise<T> | T): Promise<T> {
    this.mark(`+${name}`)
    try {
      return await work()
    } finally {
      this.mark(`-${name}`)
    }
  }
}

const SAFE = { readOnly: true, destructive: false, openWorld: false, idempotent: true, concurrencySafe: true } as const

interface ReadInput {
  path: string
  ms?: number
}

interface EditInput {
  path: string
  from: string
  to: string
}

/** The tools of the scenarios. */
export function fixtureTools(space: Workspace): RuntimeTool[] {
  const nameOf = (path: string) => path.split('/').at(-1)!
  const read = defineTool({
    id: 'fs.read',
    namespace: 'fs',
    name: 'read_file',
    aliases: ['cat_file'],
    description: 'Gives the content of one file',
    searchHint: 'show file content',
    input: input({ path: text, ms: number }, ['path']),
    interrupt: 'cancel',
    facts: ({ path }: ReadInput) => ({ ...SAFE, footprint: [{ key: `path:${path}`, access: 'read' }] }),
    execute: ({ path, ms = 0 }: ReadInput, { signal, cwd }) =>
      space.traced(`R${nameOf(path)}`, async () => {
        await sleep(ms, undefined, { signal })
        return readFileSync(resolve(cwd, path), 'utf8')
      }),
  })
  const edit = defineTool({
    id: 'fs.edit',
    namespace: 'fs',
    name: 'edit_file',
    description: 'Changes a part of one file',
    searchHint: 'replace text in file',
    input: input({ path: text, from: text, to: text }, ['path', 'from', 'to']),
    facts: ({ path }: EditInput) => ({
      readOnly: false,
      destructive: false,
      openWorld: false,
      reversible: true,
      concurrencySafe: true,
      footprint: [{ key: `path:${path}`, access: 'write' }],
    }),
    observe: (given: EditInput, { cwd }) => ({ ...given, path: resolve(cwd, given.path) }),
    execute: ({ path, from, to }: EditInput) =>
      space.traced(`W${nameOf(path)}`, async () => {
        const before = readFileSync(path, 'utf8')
        await sleep(60)
        writeFileSync(path, before.replace(from, to))
        return 'edited'
      }),
  })
  const blind = defineTool({
    id: 'blind',
    namespace: 'test',
    name: 'blind',
    description: 'Says nothing about itself',
    input: input({ n: number }, ['n']),
    execute: ({ n }: { n: number }) => space.traced(String(n), () => sleep(20).then(() => `blind ${n}`)),
  })
  const slow = ['a', 'b', 'c', 'd', 'e'].map((letter) =>
    defineTool({
      id: `slow.${letter}`,
      namespace: 'slow',
      name: `slow_${letter}`,
      description: 'Takes a while',
      input: input({ ms: number, fail: { type: 'boolean' } }, ['ms']),
      interrupt: 'cancel',
      facts: () => ({ ...SAFE, footprint: [] }),
      execute: ({ ms, fail = false }: { ms: number; fail?: boolean }, { signal }) =>
        space.traced(letter, async () => {
          await sleep(ms, undefined, { signal })
          if (fail) throw new Error(`${letter} failed`)
          return letter
        }),
    }),
  )
  const deaf = defineTool({
    id: 'deaf',
    namespace: 'test',
    name: 'deaf',
    description: 'Ignores that it should stop',
    input: input({ ms: number, path: text, timeout: number }, ['ms']),
    timeoutMs: 60,
    interrupt: 'cancel',
    facts: ({ path }: { path?: string }) => ({
      ...SAFE,
      readOnly: false,
      footprint: path === undefined ? [] : [{ key: `path:${path}`, access: 'write' as const }],
    }),
    execute: ({ ms }: { ms: number }) => space.traced('deaf', () => sleep(ms).then(() => 'late')),
  })
  const stubborn = defineTool({
    ...slow[0]!,
    id: 'stubborn',
    name: 'stubborn',
    interrupt: 'block',
    execute: ({ ms }: { ms: number }) => space.traced('stubborn', () => sleep(ms).then(() => 'done')),
  })
  const login = defineTool({
    id: 'login',
    namespace: 'test',
    name: 'login',
    description: 'Logs in',
    input: input({ password: text }, ['password']),
    sensitive: ['password'],
    facts: () => ({ ...SAFE, readOnly: false, footprint: [{ key: 'session', access: 'write' as const }] }),
    execute: () => space.traced('login', () => 'welcome'),
  })
  const shell = defineTool({
    id: 'shell',
    namespace: 'shell',
    name: 'shell',
    kind: 'shell_command',
    description: 'Runs a shell line',
    input: input({ command: text }, ['command']),
    line: ({ command }: { command: string }) => command,
    execute: ({ command }: { command: string }) => space.traced(`sh ${command}`, () => 'ran'),
  })
  const gh = defineTool({
    id: 'gh',
    namespace: 'gh',
    name: 'gh',
    kind: 'shell_command',
    description: 'The GitHub command line',
    input: input({ args: { type: 'array', items: text } }, ['args']),
    line: ({ args }: { args: string[] }) => ['gh', ...args].join(' '),
    execute: ({ args }: { args: string[] }) => space.traced(`gh ${args.join(' ')}`, () => 'ran'),
  })
  return [read, edit, blind, ...slow, deaf, stubborn, login, shell, gh]
}

export interface Scenario extends Partial<RuntimeOptions> {
  /** Scripted answers of a human, in order; the last one is repeated. */
  approvals?: readonly (ApprovalReply | 'yes' | 'no')[]
}

/** A runtime with the fixture tools, which records all events. */
export class Harness {
  readonly events: RuntimeEvent[] = []
  readonly asked: ApprovalRequest[] = []
  readonly runtime: Runtime

  constructor(
    readonly space: Workspace,
    { approvals, tools = fixtureTools(space), ...options }: Scenario = {},
  ) {
    const approver = async (request: ApprovalRequest): Promise<ApprovalReply> => {
      this.asked.push(request)
      const reply = approvals![Math.min(this.asked.length, approvals!.length) - 1]!
      return reply === 'yes' ? { behavior: 'allow' } : reply === 'no' ? { behavior: 'deny' } : reply
    }
    this.runtime = createRuntime({
      tools,
      cwd: space.folder,
      home: '/home/ann',
      lookup: lookupShim,
      onEvent: (event) => this.events.push(event),
      ...(approvals && { approver }),
      ...options,
    })
  }

  calls(...all: [name: string, input: unknown, dependsOn?: string[]][]): ModelCall[] {
    return all.map(([name, given, dependsOn], index) => ({
      id: String(index + 1),
      name,
      input: given,
      ...(dependsOn && { dependsOn }),
    }))
  }

  async run(...all: Parameters<Harness['calls']>): Promise<ResultRecord[]> {
    return await this.runtime.run(this.runtime.surface(), this.calls(...all)).results
  }

  ofType(type: string): RuntimeEvent[] {
    return this.events.filter((event) => event.type === type)
  }
}

export const textOf = ({ content }: ResultRecord) => content.map((block) => block.text).join('')
export const modelText = ({ model_facing_content: all }: ResultRecord) => all.map((block) => block.text).join('\n')
