import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openSandbox, type OpenedSandbox, type Sandbox } from '@atip/sandbox'
import { identityAt } from '../scan/file/identity.js'
import type { Hash, CatalogProgram } from '../types.js'
import { probe, type ProbeOptions, type ProbeReport, type ProbeResult } from './probe.js'
import type { StorePlaces } from './store.js'

/** The machine may be busy with something else. */
export const PATIENT = { timeoutMs: 30_000, cpuSeconds: 30 }
/** For programs that never answer, however long they are given. */
export const SHORT = { timeoutMs: 400 }

const opened = await openSandbox()

/** Without a sandbox, tests that run programs are skipped with a warning, but fail in CI. */
export const isSkipped = !opened.ok && !process.env.CI
if (!opened.ok && isSkipped) console.warn('Programs are asked in a sandbox only:', ...opened.reasons, ...opened.advice)

/** A minimal description. */
export const describe = (name: string, more: object = {}) => ({
  atip: { version: '0.6' },
  name,
  version: '1.0.0',
  description: `Is called ${name}`,
  ...more,
})

/** A shell script that prints a text, whatever its arguments. */
export const printing = (text: string | object) =>
  `#!/bin/sh\n# atip\ncat <<'END'\n${typeof text === 'string' ? text : JSON.stringify(text)}\nEND\n`

/** A folder that everyone can read, for programs and their stored descriptions. */
export class Field {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'native-test-')))
  readonly places: StorePlaces = {
    data: join(this.folder, 'data'),
    cache: join(this.folder, 'cache'),
    systemData: [join(this.folder, 'system'), join(this.folder, 'not-there')],
  }

  constructor() {
    chmodSync(this.folder, 0o755)
    mkdirSync(join(this.folder, 'programs'), { mode: 0o755 })
  }

  plant(name: string, text: string | Uint8Array, mode = 0o755): CatalogProgram {
    const path = join(this.folder, 'programs', name)
    writeFileSync(path, text)
    chmodSync(path, mode)
    return programAt(path)
  }

  /** Another name for a program. */
  link(name: string, target: string): CatalogProgram {
    const path = join(this.folder, 'programs', name)
    symlinkSync(target, path)
    return programAt(path)
  }

  /** The arguments of each run, without the program. */
  questions: string[][] = []

  /** The real sandbox, which also records each run. */
  async sandbox(): Promise<Sandbox> {
    if (!opened.ok) throw new Error([...opened.reasons, ...opened.advice].join('\n'))
    const run: Sandbox['run'] = (argv, options) => {
      this.questions.push(argv.slice(1))
      return opened.sandbox.run(argv, options)
    }
    return { ...opened.sandbox, run }
  }

  probe(programs: CatalogProgram[], more: Partial<ProbeOptions> = {}): Promise<ProbeReport> {
    const open = async (): Promise<OpenedSandbox> => ({ ok: true, sandbox: await this.sandbox() })
    return probe(open, programs, { store: this.places, limits: PATIENT, ...more })
  }

  async ask(program: CatalogProgram, limits: ProbeOptions['limits'] = PATIENT): Promise<ProbeResult> {
    const { results } = await this.probe([program], { limits })
    return results[0]!
  }

  clear(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export function programAt(path: string): CatalogProgram {
  const real = realpathSync(path)
  const bytes = readFileSync(real)
  const hash: Hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  const kind = bytes.subarray(0, 2).toString() === '#!' ? 'script' : 'binary'
  const file = { path: real, identity: identityAt(real), hash, kind, mentionsAtip: bytes.includes('atip') } as const
  return { name: basename(path), path, file, others: [] }
}

/** Processes started from a folder: it is in their arguments, or on the PATH that the sandbox sets. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((name) =>
      ['cmdline', 'environ'].some((facts) => {
        try {
          return readFileSync(`/proc/${name}/${facts}`, 'latin1').includes(folder)
        } catch {
          return false
        }
      }),
    )
}

/** Waits until no program from these folders is running. If one stays, the test times out. */
export async function untilAllAreGone(folders: readonly string[]): Promise<void> {
  while (folders.some((folder) => processesOf(folder).length > 0)) await new Promise((go) => setTimeout(go, 20))
}
