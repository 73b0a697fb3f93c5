import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Bundles the catalog into one file that plain Node can import. */
export async function bundleInto(folder: string): Promise<string> {
  const outfile = join(folder, 'catalog.mjs')
  await build({
    entryPoints: [source('../index.ts')],
    alias: {
      '@atip/protocol/calls': source('../../../../protocol/src/calls.ts'),
      '@atip/protocol': source('../../../../protocol/src/index.ts'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    outfile,
  })
  return outfile
}

export interface Running {
  child: ChildProcess
  /** Resolves with the next chunk of output. */
  said(): Promise<string>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string }>
}

/** Runs a script with the catalog in `catalog` and its arguments in `words`. */
export function start(
  bundle: string,
  script: string,
  words: readonly string[],
  before: readonly string[] = [],
): Running {
  const whole = `import * as catalog from ${JSON.stringify(pathToFileURL(bundle))}\nconst words = process.argv.slice(1)\n${script}`
  const [program, ...rest] = [...before, process.execPath, '--input-type=module', '-e', whole, '--', ...words]
  const child = spawn(program!, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  const complaints = text(child.stderr!)
  const ended = once(child, 'close').then(async ([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stderr: await complaints,
  }))
  const said = async () => String((await once(child.stdout!, 'data'))[0])
  return { child, said, ended }
}
