import type { Context } from 'tooli'

/** The event loop runs after this many files, to draw the progress bar and handle Ctrl-C. */
const TURN = 20

/** Processes files in turn, with a progress bar. Ctrl-C ends it. */
export async function forEachFile(
  files: readonly string[],
  ctx: Pick<Context, 'progress' | 'signal'>,
  act: (file: string) => void | Promise<void>,
): Promise<void> {
  for (const [index, file] of files.entries()) {
    if (files.length > 1) ctx.progress(index, files.length, file)
    if (index % TURN === TURN - 1) {
      await new Promise((resolve) => setImmediate(resolve))
      ctx.signal.throwIfAborted()
    }
    await act(file)
  }
}
