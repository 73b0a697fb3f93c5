import { isObject } from '@atip/protocol/calls'
import { filesOfPatch, type NamedFile } from '@atip/guard'
import type { HostEvent } from './types.js'

/** The inputs of an agent's own tools that name files, with their access; `patch` is a text that names files. */
export type FileTools = Readonly<Record<string, readonly FileInput[]>>

export interface FileInput {
  key: string
  does: NamedFile['access'] | 'patch'
  /** Without this input, the tool works on the folder of the session. */
  isOptional?: true
}

/** How a host names tools of MCP servers: the prefix of all of them, and of those of our own server. */
export interface ServerTools {
  prefix: string
  own?: string
}

export interface HostToolCall {
  tool: string
  input: unknown
  cwd: unknown
  canAsk: boolean
}

/** A call of a file tool or of a server's tool; undefined for other tools. */
export function toolEvent(files: FileTools, { prefix, own }: ServerTools, call: HostToolCall): HostEvent | undefined {
  const { tool, cwd, canAsk } = call
  const isFile = Object.hasOwn(files, tool)
  if (!isFile && !tool.startsWith(prefix)) return undefined
  // Our own server judges its calls itself.
  if (!isFile && own !== undefined && tool.startsWith(own)) return { kind: 'other' }
  if (cwd !== undefined && typeof cwd !== 'string') {
    return { kind: 'unreadable', problem: 'the working directory of the call is not a text' }
  }
  const found = isFile ? filesOf(files[tool]!, call) : pathsAnywhere(call.input)
  if (typeof found === 'string') return { kind: 'unreadable', problem: found }
  return { kind: isFile ? 'files' : 'foreign', tool, files: found, cwd: cwd === '' ? undefined : cwd, canAsk }
}

/** The files of a call. A tool that does not say which files it uses cannot be judged. */
function filesOf(inputs: readonly FileInput[], { tool, input }: HostToolCall): NamedFile[] | string {
  const files: NamedFile[] = []
  for (const { key, does, isOptional } of inputs) {
    const given = isObject(input) ? input[key] : undefined
    if (given === undefined && isOptional) continue
    const found = typeof given === 'string' ? filesIn(given, does) : pathsIn(given, does)
    if (found === undefined) return `the call of ${tool} has no ${key} that can be read`
    files.push(...found)
  }
  return files
}

function filesIn(text: string, does: FileInput['does']): NamedFile[] | undefined {
  if (does === 'patch') return filesOfPatch(text)
  return text === '' ? undefined : [{ path: text.replace(/^file:\/\//, ''), access: does }]
}

function pathsIn(given: unknown, does: FileInput['does']): NamedFile[] | undefined {
  if (!Array.isArray(given) || given.length === 0 || does === 'patch') return undefined
  return given.every((one) => typeof one === 'string' && one !== '')
    ? (given as string[]).map((path) => ({ path, access: does }))
    : undefined
}

const MOST_TEXTS = 500
const LONGEST_PATH = 4_096

/** Every text in the input that may be a path. */
function pathsAnywhere(input: unknown): NamedFile[] {
  const texts: string[] = []
  collect(input, texts)
  const paths = texts.map((text) => text.replace(/^file:\/\//, '')).filter(isLikePath)
  return paths.map((path) => ({ path, access: 'any' }))
}

function collect(value: unknown, texts: string[]): void {
  if (texts.length >= MOST_TEXTS) return
  if (typeof value === 'string') texts.push(value)
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) collect(one, texts)
}

function isLikePath(text: string): boolean {
  return text.length <= LONGEST_PATH && !/[\n\0]|:\/\//.test(text) && /^[~./]|\//.test(text)
}
