import type { Context } from 'tooli'

/** Files between which others get a turn: the bar is drawn, and Ctrl-C is heard. */
const TURN = 20

/** Does something for each file in turn, with a progress bar and an ear for Ctrl-C. */
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
