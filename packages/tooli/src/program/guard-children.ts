type Stdio = string | readonly unknown[]
type SpawnOptions = { stdio?: Stdio | undefined; [option: string]: unknown }

/** What child processes get instead of our descriptors. */
export type Instead = Readonly<Record<number, 'ignore' | number>>

/** Child processes with our descriptors would write into our output. Returns a function that removes the guard. */
export function keepChildrenOut(instead: Instead): () => void {
  const childProcess = process.getBuiltinModule('node:child_process')
  const { prototype } = childProcess.ChildProcess as unknown as {
    prototype: { spawn: (options: SpawnOptions) => unknown }
  }
  const { spawn } = prototype
  prototype.spawn = function (options) {
    return spawn.call(this, { ...options, stdio: harmless(options.stdio, instead) })
  }
  const { spawnSync, execFileSync, execSync } = childProcess
  const withStdio = (options: SpawnOptions | undefined, usual: Stdio) => ({
    ...options,
    stdio: harmless(options?.stdio ?? usual, instead),
  })
  Object.assign(childProcess, {
    spawnSync: (file: string, ...rest: unknown[]) => {
      const [words, options] = wordsAndOptions(rest)
      return spawnSync(file, words, withStdio(options, 'pipe') as never)
    },
    execFileSync: (file: string, ...rest: unknown[]) => {
      const [words, options] = wordsAndOptions(rest)
      return execFileSync(file, words, withStdio(options, ['pipe', 'pipe', 'inherit']) as never)
    },
    execSync: (line: string, options?: SpawnOptions) =>
      execSync(line, withStdio(options, ['pipe', 'pipe', 'inherit']) as never),
  })
  return () => {
    prototype.spawn = spawn
    Object.assign(childProcess, { spawnSync, execFileSync, execSync })
  }
}

/** The list of words is optional, and may be replaced by `null` or `undefined`. */
function wordsAndOptions([first, second]: readonly unknown[]): [string[], SpawnOptions | undefined] {
  if (Array.isArray(first)) return [first as string[], second as SpawnOptions | undefined]
  return [[], (first ?? second) as SpawnOptions | undefined]
}

function harmless(stdio: Stdio | undefined, instead: Instead): Stdio | undefined {
  if (stdio === undefined || stdio === null) return undefined
  const entries = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio
  return entries.map((entry, place) => {
    const descriptor = entry === 'inherit' ? place : ((entry as { fd?: unknown } | null | undefined)?.fd ?? entry)
    return typeof descriptor === 'number' ? (instead[descriptor] ?? entry) : entry
  })
}
