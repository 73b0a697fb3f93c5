import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const program = fileURLToPath(new URL('../fixture-program.mjs', import.meta.url))
const protocol = (entry: string) => fileURLToPath(new URL(`../../../../../protocol/src/${entry}`, import.meta.url))

export interface Installation {
  /** The cwd of the shells, with `src/`, `sub dir/`, `settings.json`, `sp ace.txt`. */
  folder: string
  env: NodeJS.ProcessEnv
  /** Installs the program under another name as well. */
  alsoAs(name: string): void
  remove(): void
}

/** The fixture as a real program on the PATH. */
export async function installFixture(): Promise<Installation> {
  const home = mkdtempSync(join(tmpdir(), 'tooli-completion-'))
  const bin = join(home, 'bin')
  const outfile = join(bin, 'shop')
  await build({
    entryPoints: [program],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: '#!/usr/bin/env node' },
    alias: { '@atip/protocol/diff': protocol('diff/index.ts'), '@atip/protocol': protocol('index.ts') },
    logLevel: 'error',
  })
  writeFileSync(join(bin, 'package.json'), '{"type": "module"}')
  chmodSync(outfile, 0o755)
  const folder = join(home, 'work')
  for (const name of ['src', 'sub dir']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['settings.json', 'sp ace.txt']) writeFileSync(join(folder, name), '')
  const env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: home,
    TERM: 'dumb',
    LC_ALL: 'C.UTF-8',
    PS1: 'READY> ',
    INPUTRC: '/dev/null',
    HISTFILE: '/dev/null',
  }
  return {
    folder,
    env,
    // Node does not run a file whose name has a backslash.
    alsoAs: (name) => writeFileSync(join(bin, name), '#!/bin/sh\nexec shop "$@"\n', { mode: 0o755 }),
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  }
}
