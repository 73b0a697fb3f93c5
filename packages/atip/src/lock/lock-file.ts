import { createHash } from 'node:crypto'
import { isHash, isObject, type Argument, type AtipTool, type Command, type Hash, type Option } from '@atip/protocol'

/** The pinned state of one tool: its bytes and its effects. */
export interface LockedTool {
  /** The hash of the program; for a script, over everything that it launches. */
  program: Hash
  /** The hash of `effects`, so that changes to the lock file are noticed. */
  description: Hash
  /** The description without its wording. */
  effects: AtipTool
}

/** By name. The map has no prototype, because names are external. */
export type Lock = Record<string, LockedTool>

export type LockReading = { ok: true; lock: Lock } | { ok: false; problem: string }

const VERSION = 1

export function readLock(text: string): LockReading {
  const fail = (problem: string): LockReading => ({ ok: false, problem })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return fail(`is not JSON: ${(error as Error).message}`)
  }
  if (!isObject(value) || value.lockVersion !== VERSION || !isObject(value.tools)) {
    return fail(`is not a lock file of version ${VERSION}`)
  }
  const lock: Lock = Object.create(null)
  for (const [name, tool] of Object.entries(value.tools)) {
    if (!isLockedTool(tool)) {
      return fail(`was changed by hand at ${JSON.stringify(name)}; write it again with: atip lock ${name}`)
    }
    lock[name] = tool
  }
  return { ok: true, lock }
}

function isLockedTool(tool: unknown): tool is LockedTool {
  return (
    isObject(tool) && isHash(tool.program) && isObject(tool.effects) && hashOfJson(tool.effects) === tool.description
  )
}

/** One tool per line, so that version control shows which tools changed, and large ones need little space. */
export function lockText(lock: Lock): string {
  const names = Object.keys(lock).sort()
  const tools = names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(lock[name])}`)
  return `{"lockVersion": ${VERSION}, "tools": {\n${tools.join(',\n')}\n}}\n`
}

/** The pinned state of a tool. Without a description, it has no effects that could change. */
export function lockedTool(name: string, program: Hash, tool: AtipTool | undefined): LockedTool {
  const effects = withoutWording(tool ?? { atip: { version: '0.6' }, name, version: 'unknown', description: '' })
  return { program, description: hashOfJson(effects), effects }
}

function withoutWording({ atip, name, version, commands, globalOptions, effects }: AtipTool): AtipTool {
  return {
    atip: { version: atip.version },
    name,
    version,
    description: '',
    ...(effects && { effects }),
    ...(globalOptions && { globalOptions: globalOptions.map(bareOption) }),
    ...(commands && { commands: bareCommands(commands) }),
  }
}

const bareCommands = (commands: Record<string, Command>): Record<string, Command> =>
  Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, bareCommand(command)]))

function bareCommand({ effects, arguments: operands, options, commands, 'x-atip': extension }: Command): Command {
  return {
    description: '',
    ...(effects && { effects }),
    ...(operands && { arguments: operands.map(bareArgument) }),
    ...(options && { options: options.map(bareOption) }),
    ...(commands && { commands: bareCommands(commands) }),
    ...(extension && { 'x-atip': extension }),
  }
}

const bareArgument = ({ name, type, required, variadic, 'x-atip': extension }: Argument): Argument => ({
  name,
  type,
  description: '',
  ...(required !== undefined && { required }),
  ...(variadic !== undefined && { variadic }),
  ...(extension && { 'x-atip': extension }),
})

const bareOption = ({ name, flags, type, 'x-atip': extension }: Option): Option => ({
  name,
  flags,
  type,
  description: '',
  ...(extension && { 'x-atip': extension }),
})

const hashOfJson = (value: unknown): Hash =>
  `sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`
