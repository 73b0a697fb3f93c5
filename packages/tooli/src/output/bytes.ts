import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Io } from '../call/io.js'
import type { BuiltInValues, OutputMode } from '../model/built-in-flags.js'
import type { CommandModel } from '../model/model.js'
import { mimeTypeOf, type BytesReference } from '../schema/bytes.js'

/** What happens to bytes: they are written unchanged, put into a file, or only mentioned. */
export type BytesWay = 'write' | 'file' | 'tell'

/** An explicit format decides; otherwise bytes are written, but not to a terminal. */
export function wayOfBytes(flags: BuiltInValues, io: Io): BytesWay {
  const asked = flags.output ?? (io.env.TOOLI_OUTPUT as OutputMode | undefined)
  if (asked === 'json' || asked === 'jsonl') return 'file'
  return asked === 'raw' || !io.isTerminal ? 'write' : 'tell'
}

const EXTENSION = /^(?:image|audio|video|text|application|font)\/(?:x-|vnd\.)?([a-z0-9]+)(?:\+[a-z]+)?$/

/** Puts bytes into a private file, for programs that read JSON. */
export function bytesInFile(bytes: Uint8Array, model: CommandModel | undefined): BytesReference {
  const mimeType = mimeTypeOf(model?.output)
  const extension = mimeType === mimeTypeOf(undefined) ? 'bin' : (EXTENSION.exec(mimeType)?.[1] ?? 'bin')
  const file = join(mkdtempSync(join(tmpdir(), 'tooli-')), `result.${extension}`)
  writeFileSync(file, bytes, { mode: 0o600, flag: 'wx' })
  return { file, mimeType, size: bytes.byteLength }
}

export function bytesNote(bytes: Uint8Array, model: CommandModel | undefined): string {
  return `${bytes.byteLength} bytes (${mimeTypeOf(model?.output)}), not shown on a terminal: redirect them to a file with >\n`
}
