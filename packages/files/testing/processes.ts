import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Bundles the package into one file that another process can import. */
export async function bundleInto(folder: string): Promise<string> {
  const outfile = join(folder, 'files.mjs')
  const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url))
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
  return outfile
}

const program = (module: string, code: string) =>
  `import { writeWhole } from ${JSON.stringify(pathToFileURL(module).href)}\n${code}`

/** Runs code to its end. `limit` caps the file size in blocks of 512 bytes, to simulate a full disk. */
export function runCode(module: string, code: string, limit?: number): { stdout: string; stderr: string } {
  const shell = `${limit === undefined ? '' : `ulimit -f ${limit} && `}exec "$0" --input-type=module -e "$1"`
  const result = spawnSync('/bin/sh', ['-c', shell, process.execPath, program(module, code)], { encoding: 'utf8' })
  return { stdout: result.stdout, stderr: result.stderr }
}

/** Starts code that runs until it is killed, and waits for its first output on stdout. */
export async function startCode(module: string, code: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(module, code)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

export async function killNow(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
