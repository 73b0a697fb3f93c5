import type { Io } from '../call/io.js'
import type { Surface } from '../call/surface.js'
import type { BuiltInValues } from '../model/built-in-flags.js'
import { printable } from '../output/controls.js'
import { pickFields, type ShownMode } from '../output/print.js'

/** A command line as a surface: Ctrl-C cancels, questions go to the terminal, streams go out item by item. */
export function cliSurface(
  flags: BuiltInValues,
  mode: ShownMode,
  io: Io,
  isProcess: boolean,
): { surface: Surface; stop: () => void; wasStreamed: () => boolean } {
  let streamed = false
  let isOver = false
  let bar: { update(done: number, total?: number, text?: string): void; end(): void } | undefined
  const isLive = isProcess && io.isErrorTerminal && flags.quiet !== true
  const surface: Surface = {
    onGiveUp: (stop) => (isProcess ? onSignal(stop) : () => {}),
    env: io.env,
    verbosity: flags.quiet === true ? -1 : (flags.verbose ?? 0),
    confirm: (question) => io.ask(question),
    progress(done, total, text) {
      if (!isLive) return
      void import('../output/progress.js').then(({ createProgress }) => {
        if (isOver) return
        const drawn = (bar ??= createProgress(process.stderr, () => Date.now(), io.env))
        drawn.update(done, total, text)
      })
    },
    log(message) {
      if (flags.quiet === true) return
      // The bar gives way to the line and comes back below it.
      bar?.end()
      io.writeError(`${io.isErrorTerminal ? message.split('\n').map(printable).join('\n') : message}\n`)
    },
    confirmWord: '--yes',
    ...((mode === 'jsonl' || (mode === 'text' && isProcess)) && {
      async onItem(whole: unknown) {
        streamed = true
        bar?.end()
        const item = flags.fields === undefined ? whole : pickFields(whole, flags.fields.split(','))
        if (mode === 'jsonl') return io.write(`${JSON.stringify(item ?? null)}\n`)
        const { itemLine } = await import('../output/item-line.js')
        io.write(`${itemLine(item)}\n`)
      },
    }),
  }
  const stop = () => {
    isOver = true
    bar?.end()
  }
  return { surface, stop, wasStreamed: () => streamed }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Calls `stop` on Ctrl-C and SIGTERM; a second one ends the process. */
function onSignal(stop: () => void): () => void {
  let isStopping = false
  const interrupt = () => {
    if (isStopping) process.kill(process.pid, 'SIGKILL')
    isStopping = true
    stop()
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}
