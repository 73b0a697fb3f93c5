import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openSandbox, type Sandbox } from '@atip/sandbox'
import type { Hash } from '@atip/protocol'

/** Without bubblewrap, tests that run programs are skipped on a laptop and fail in CI. */
export const isSkipped = spawnSync('bwrap', ['--version']).status !== 0 && process.env.CI === undefined

/** A program as a scan finds it. */
export interface PlantedProgram {
  name: string
  path: string
  file: { path: string; identity: string; hash: Hash; kind: 'script'; mentionsAtip: boolean }
  others: string[]
}

/** A folder like `/opt/tools`, to install test programs with their texts. */
export class PlantedTools {
  readonly folder = mkdtempSync(join(tmpdir(), 'atip-tools-'))
  readonly cache = join(this.folder, 'cache')

  put(name: string, text: string, mode = 0o644): string {
    const file = join(this.folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    chmodSync(file, mode)
    return file
  }

  /** A shell script that is one `case` over its arguments. */
  tool(name: string, cases: string): PlantedProgram {
    const path = this.put(`bin/${name}`, `#!/bin/sh\ncase "$*" in\n${cases}\nesac\n`, 0o755)
    const hash: Hash = `sha256:${createHash('sha256').update(readFileSync(path)).digest('hex')}`
    return { name, path, file: { path, identity: '1', hash, kind: 'script', mentionsAtip: false }, others: [] }
  }

  clear(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The real sandbox, with a record of its runs. */
export interface Recorded {
  asked: string[]
  opened: number
  open(): Promise<Sandbox | undefined>
}

export function recorded(timeoutMs = 5_000): Recorded {
  const record: Recorded = {
    asked: [],
    opened: 0,
    async open() {
      record.opened++
      const opened = await openSandbox({ limits: { timeoutMs } })
      if (!opened.ok) throw new Error(opened.reasons.join('; '))
      return {
        ...opened.sandbox,
        run(argv, options) {
          record.asked.push(argv.slice(1).join(' '))
          return opened.sandbox.run(argv, options)
        },
      }
    },
  }
  return record
}

/** Knows `build` and `deploy now`; ignores unknown words. */
export const FROB = `
'build --help') cat <<'END'
Usage: frob build [OPTIONS] TARGET

Options:
  -j, --jobs N  run N jobs at a time
END
;;
'deploy --help') cat <<'END'
Usage: frob deploy COMMAND

Commands:
  now    Deploy at once
  later  Deploy at night
END
;;
'deploy now --help') cat <<'END'
Usage: frob deploy now [--force] HOST

Options:
  --force  overwrite what is there
END
;;
*--help) cat <<'END'
Usage: frob [OPTIONS] COMMAND

Commands:
  build   Build a target
  deploy  Bring it to a host

Options:
  -v, --verbose  say more
END
;;
*) exit 2 ;;`
