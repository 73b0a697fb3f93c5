import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { EXIT, ToolError } from 'tooli'

const CHUNK = 64 * 1024
const PAUSE_MS = 200

/** Yields each line of a file when it is complete. With `isFollowed`, it stops when the signal is aborted. */
export async function* linesOf({ file, isFollowed, signal, progress }) {
  const handle = await openLog(file)
  try {
    const { size } = await handle.stat()
    const decoder = new TextDecoder()
    const buffer = new Uint8Array(CHUNK)
    let position = 0
    let rest = ''
    while (!signal.aborted) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK, position)
      if (bytesRead === 0 && !isFollowed) break
      if (bytesRead === 0) {
        await wait(PAUSE_MS, undefined, { signal })
        continue
      }
      position += bytesRead
      // A followed file has no total to measure progress against.
      if (!isFollowed) progress(Math.min(position, size), size, 'bytes')
      const lines = (rest + decoder.decode(buffer.subarray(0, bytesRead), { stream: true })).split('\n')
      rest = lines.pop()
      yield* lines
    }
    if (rest !== '') yield rest
  } finally {
    await handle.close()
  }
}

async function openLog(file) {
  try {
    return await open(file)
  } catch (error) {
    throw new ToolError('E1100', `cannot read the log ${JSON.stringify(file)} (${error.code})`, {
      exitCode: EXIT.noInput,
      details: { file },
    })
  }
}
