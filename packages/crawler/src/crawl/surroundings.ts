import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '@atip/sandbox'
import { CrawlFailure } from '../failure.js'
import type { PackedProgram } from '../programs/find-programs.js'
import { buildDebianRoot } from '../root/debian-root.js'
import { inRoot } from '../root/in-root.js'
import { run } from '../sources/run-client.js'
import type { DebianPackage } from '../sources/types.js'
import type { CrawlJob } from './job.js'
import type { Workshop } from './workshop.js'

/** The dependencies of a package's programs. Installed when the first program is started. */
export interface ProgramSurroundings {
  open(): Promise<Opened>
  remove(): Promise<void>
}

interface Opened {
  sandbox: Sandbox
  /** The same program at the path where it can be started. */
  locate(program: PackedProgram): PackedProgram
}

export function surroundingsFor({ artifact }: CrawlJob, folder: string, shop: Workshop): ProgramSurroundings {
  let opened: Promise<Opened> | undefined
  let made: string | undefined
  const make = async (): Promise<Opened> => {
    const sandbox = await shop.sandbox()
    if (sandbox === undefined) throw new CrawlFailure('missing-client', 'no sandbox works here')
    const { needs } = artifact
    switch (needs?.kind) {
      case undefined:
        return { sandbox, locate: (program) => program }
      case 'debian': {
        const index = await shop.apt.index(needs.architecture)
        made = await buildDebianRoot(needs.package, index, {
          folder: shop.scratch,
          megabytes: shop.dependencyMegabytes,
          unpackedPackage: (one) => unpackedPackage(one, shop),
        })
        return { sandbox: inRoot(sandbox, made, folder), locate: (program) => program }
      }
      case 'npm': {
        made = mkdtempSync(join(shop.scratch, 'npm-'))
        const installed = await shop.timed('download', () => install(made!, needs, shop))
        return { sandbox, locate: (program) => ({ ...program, path: join(installed, program.name) }) }
      }
    }
  }
  return {
    open: () => (opened ??= make()),
    async remove() {
      await opened?.catch(() => {})
      if (made !== undefined) rmSync(made, { recursive: true, force: true })
    },
  }
}

async function unpackedPackage(one: DebianPackage, { fetcher, unpacked, timed }: Workshop): Promise<string> {
  const digest = { algorithm: 'sha256' as const, hex: one.sha256 }
  const { path, sha256 } = await timed('download', () => fetcher.download({ url: one.url, digest }))
  return timed('extract', () => unpacked(sha256, path, { form: 'deb', fileName: `${one.name}.deb` }))
}

/** Installs a package and its dependencies with npm, as it is configured here. No script of any package runs. */
async function install(
  folder: string,
  { package: name, version }: { package: string; version: string },
  shop: Workshop,
): Promise<string> {
  const cache = join(shop.folder, 'npm-cache')
  mkdirSync(cache, { recursive: true })
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--no-save', '--loglevel=error']
  const args = ['install', '--prefix', folder, '--cache', cache, '--prefer-offline', ...flags, `${name}@${version}`]
  await run('npm', args, shop.signal, { cwd: folder })
  return join(folder, 'node_modules/.bin')
}
