import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { tarBytes } from './tar-bytes.js'

/** A manual page that lists options. */
export function manualPage(name: string, options: Readonly<Record<string, string>>): string {
  const list = Object.entries(options).map(([flag, text]) => `.TP\n.B ${flag.replaceAll('-', '\\-')}\n${text}`)
  return `.TH ${name.toUpperCase()} 1\n.SH NAME\n${name} \\- handle things\n.SH SYNOPSIS\n.B ${name}\n[options] FILE\n.SH OPTIONS\n${list.join('\n')}\n`
}

/** A shell script that answers `--help`. */
export function helpScript(name: string, options: Readonly<Record<string, string>>): string {
  const list = Object.entries(options).map(([flag, text]) => `  ${flag.padEnd(12)} ${text}`)
  return `#!/bin/sh\ncat <<'END'\nUsage: ${name} [OPTIONS] FILE\n\nOptions:\n${list.join('\n')}\nEND\n`
}

export interface PackedTool {
  name: string
  version: string
  /** The folder in the archive. */
  prefix?: string
  options: Readonly<Record<string, string>>
  /** Whether it has a manual page; otherwise it must be asked for help. */
  hasPage?: boolean
}

/** A release of a tool as `tar.gz`, and its SHA-256. */
export function packedTool({ name, version, prefix = `${name}-${version}/`, options, hasPage = true }: PackedTool) {
  const bytes = gzipSync(
    tarBytes([
      { path: `${prefix}bin/${name}`, content: `${helpScript(name, options)}# ${version}\n`, mode: 0o755 },
      ...(hasPage ? [{ path: `${prefix}share/man/man1/${name}.1`, content: manualPage(name, options) }] : []),
    ]),
  )
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
