import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { adviceFor } from './advice.js'
import { bubblewrap } from './backends/bubblewrap.js'
import { unshare } from './backends/unshare.js'
import { findHelpers, type HelperName, type Helpers } from './helpers.js'
import { limitsFrom } from './limits.js'
import { flawsOf } from './proofs/prove.js'
import { run, type RunSetting } from './run.js'
import type { Backend, BackendName, OpenedSandbox, SandboxOptions } from './types.js'
import { systemView } from './view.js'

const BACKENDS: Readonly<Record<BackendName, { needs: readonly HelperName[]; make: (helpers: Helpers) => Backend }>> = {
  bubblewrap: { needs: ['bwrap', 'prlimit', 'setpriv'], make: bubblewrap },
  unshare: { needs: ['unshare', 'prlimit', 'setpriv', 'sh', 'mount', 'umount', 'pivot_root'], make: unshare },
}

const opened = new Map<string, Promise<OpenedSandbox>>()

/**
 * Opens a sandbox that has passed its proof, or returns why there is none. The result is cached for the life of the
 * process: what a machine can do does not change, and the proof costs as much as a run.
 */
export function openSandbox(options: SandboxOptions = {}): Promise<OpenedSandbox> {
  const key = JSON.stringify(Object.entries(options).sort())
  const known = opened.get(key)
  if (known !== undefined) return known
  const promise = open(options)
  opened.set(key, promise)
  return promise
}

async function open(options: SandboxOptions): Promise<OpenedSandbox> {
  if (process.platform !== 'linux') {
    return { ok: false, reasons: [`there is no sandbox for ${process.platform}`], advice: ['Run this on Linux.'] }
  }
  const host = { home: hostHome(options.home), searchPath: options.searchPath ?? process.env.PATH ?? '' }
  const base = { host, limits: limitsFrom(options.limits ?? {}), system: systemView(host.home) }
  const reasons: string[] = []
  const missing: string[] = []
  for (const name of options.backends ?? (['bubblewrap', 'unshare'] as const)) {
    const { needs, make } = BACKENDS[name]
    const found = findHelpers(needs, options.helperFolders)
    if (!found.ok) {
      missing.push(...found.missing)
      reasons.push(`${name}: ${found.missing.join(', ')} not found`)
      continue
    }
    const setting: RunSetting = { ...base, backend: make(found.helpers) }
    const flaws = await flawsOf(setting)
    if (flaws.length === 0) return { ok: true, sandbox: sandboxOf(setting) }
    reasons.push(...flaws.map((flaw) => `${name}: ${flaw}`))
  }
  return { ok: false, reasons, advice: adviceFor(missing) }
}

function sandboxOf(setting: RunSetting) {
  return {
    backend: setting.backend.name,
    gaps: setting.backend.gaps,
    limits: setting.limits,
    run: (argv, options) => run(setting, argv, options),
  } satisfies Extract<OpenedSandbox, { ok: true }>['sandbox']
}

/** The real path of the home; without a home, a path that does not exist. */
function hostHome(given?: string): string {
  try {
    return realpathSync(given ?? homedir())
  } catch {
    return '/nonexistent'
  }
}
