import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { draftFor, publishDraft } from '@atip/files'
import type { ResultWriter } from './store.js'

/** The type of the output of a process, whose format is unknown. */
const BYTES = 'application/octet-stream'

/** A new file that only the user can read. It gets its name only when it is complete. */
export function openWriter(file: string): ResultWriter {
  const draft = draftFor(file)
  const descriptor = openSync(draft, 'wx+', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let isOpen = true
  const end = () => {
    // Its number may already be that of another file.
    if (isOpen) closeSync(descriptor)
    isOpen = false
  }
  return {
    write(bytes) {
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done)
      hash.update(bytes)
      size += bytes.length
    },
    readFrom(offset, length) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
      return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, offset))
    },
    close() {
      end()
      publishDraft(draft, file)
      return { uri: pathToFileURL(file).href, media_type: BYTES, digest: `sha256:${hash.digest('hex')}` }
    },
    discard() {
      end()
      rmSync(draft, { force: true })
    },
  }
}
