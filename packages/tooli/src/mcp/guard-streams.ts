import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Readable } from 'node:stream'
import { guardProcess } from '../run/guard.js'

export interface ProtocolStreams {
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  /** Ends the process, which commands cannot. */
  exit: (code: number) => never
}

/**
 * Keeps stdin and stdout for the protocol as long as this process lives: whatever a command prints, by whichever way,
 * goes to stderr, what it reads is empty, and what it throws outside of its call is told there.
 */
export function guardStreams(): ProtocolStreams {
  const { stdin, stdout } = process
  const exit = process.exit.bind(process)
  guardProcess()
  Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, value: Readable.from([]) })
  keepChildrenOut()
  keepDescriptorOut()
  syncBuiltinESMExports()
  const tell = (error: unknown) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.on('uncaughtException', tell)
  process.on('unhandledRejection', tell)
  return { stdin, stdout, exit }
}

/** A program started with our descriptors would write between the messages, and read some of them. */
function keepChildrenOut(): void {
  const { prototype } = childProcess.ChildProcess as unknown as {
    prototype: { spawn: (options: SpawnOptions) => unknown }
  }
  const { spawn } = prototype
  prototype.spawn = function (options) {
    return spawn.call(this, { ...options, stdio: harmless(options.stdio) })
  }
  const { spawnSync, execFileSync, execSync } = childProcess
  const withStdio = (options: SpawnOptions | undefined, usual: Stdio) => ({
    ...options,
    stdio: harmless(options?.stdio ?? usual),
  })
  Object.assign(childProcess, {
    spawnSync: (file: string, ...rest: unknown[]) => {
      const [words, options] = (Array.isArray(rest[0]) ? rest : [[], rest[0]]) as [string[], SpawnOptions | undefined]
      return spawnSync(file, words, withStdio(options, 'pipe') as never)
    },
    execFileSync: (file: string, ...rest: unknown[]) => {
      const [words, options] = (Array.isArray(rest[0]) ? rest : [[], rest[0]]) as [string[], SpawnOptions | undefined]
      return execFileSync(file, words, withStdio(options, ['pipe', 'pipe', 'inherit']) as never)
    },
    execSync: (line: string, options?: SpawnOptions) =>
      execSync(line, withStdio(options, ['pipe', 'pipe', 'inherit']) as never),
  })
}

type Stdio = string | readonly unknown[]
type SpawnOptions = { stdio?: Stdio | undefined; [option: string]: unknown }

function harmless(stdio: Stdio | undefined): Stdio | undefined {
  if (stdio === undefined) return undefined
  const [input, output, ...rest] = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio
  const isOurs = (entry: unknown, descriptor: number, stream: unknown) =>
    entry === 'inherit' || entry === descriptor || entry === stream
  return [isOurs(input, 0, undefined) ? 'ignore' : input, isOurs(output, 1, process.stdout) ? 2 : output, ...rest]
}

/** Some write to the descriptor itself. */
function keepDescriptorOut(): void {
  const { write, writeSync, writeFileSync, appendFileSync } = fs
  const elsewhere = (target: unknown) => (target === 1 ? 2 : target)
  const divert =
    <A extends unknown[], R>(act: (...words: A) => R) =>
    (target: unknown, ...rest: unknown[]) =>
      act(...([elsewhere(target), ...rest] as unknown as A))
  Object.assign(fs, {
    write: divert(write as never),
    writeSync: divert(writeSync as never),
    writeFileSync: divert(writeFileSync as never),
    appendFileSync: divert(appendFileSync as never),
  })
}
