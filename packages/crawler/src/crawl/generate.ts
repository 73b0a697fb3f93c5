import { realpathSync } from 'node:fs'
import { basename } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import { openSandbox } from '@atip/sandbox'
import { hashFile } from '@atip/trust'
import { CrawlFailure } from '../failure.js'
import { toShim } from '../facts/to-shim.js'
import { describeByAsking } from '../programs/describe-program.js'
import { hostPlatform, kindOf } from '../programs/kind.js'

export interface ShimOptions {
  name: string
  version: string
  depth: number
  signal?: AbortSignal
}

/** Generates a shim for a program on this machine, from its documentation and from its help output in the sandbox. */
export async function generateShim(binary: string, options: ShimOptions): Promise<AtipTool> {
  const { name, version, depth, signal } = options
  const hash = await hashFile(binary).catch((error: Error) => {
    throw new CrawlFailure('not-found', error.message, { cause: error })
  })
  const real = realpathSync(binary)
  const kind = kindOf(real)
  const own = kind.is === 'binary' && kind.platform !== 'unknown' ? kind.platform : hostPlatform()
  const opened = await openSandbox()
  if (!opened.ok) throw new CrawlFailure('missing-client', ['no sandbox works here:', ...opened.reasons].join(' '))
  const described = await describeByAsking(
    { name, place: basename(binary), path: binary, real },
    { sandbox: () => Promise.resolve(opened.sandbox), depth, isInstalled: true, ...(signal && { signal }) },
  )
  if ('silence' in described)
    throw new CrawlFailure('no-program', `nothing is known about ${name}: ${described.silence}`)
  return toShim({
    binary: { hash, name, version, ...(own && { platform: own }) },
    description: described,
    facts: [],
    origin: { source: 'folder', from: 'a program of a machine', archive: hash, place: basename(binary) },
  })
}
