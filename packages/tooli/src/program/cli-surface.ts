import type { Io } from '../call/io.js'
import type { Surface } from '../call/surface.js'
import type { BuiltInValues } from '../model/built-in-flags.js'
import { isBytes } from '../schema/bytes.js'
import { wayOfBytes } from '../output/bytes.js'
import type { CommandModel } from '../model/model.js'
import { longFlag } from '../model/scope.js'
import { printable } from '../output/controls.js'
import type { Progress } from '../output/progress.js'
import { pickFields, type ShownMode } from '../output/print.js'

/** The command line as a surface: Ctrl-C cancels, questions go to the terminal, streams are printed item by item. */
export function cliSurface(
  model: CommandModel,
  flags: BuiltInValues,
  mode: ShownMode,
  io: Io,
  isProcess: boolean,
): { surface: Surface; stop: () => void; wasStreamed: () => boolean } {
  let streamed = false
  let isOver = false
  let bar: Progress | undefined
  let spinning: string | undefined
  const isLive = isProcess && io.isErrorTerminal && flags.quiet !== true
  const draw = (act: (shown: Progress) => void) => {
    if (!isLive) return
    void import('../output/progress.js').then(({ createProgress }) => {
      if (!isOver) act((bar ??= createProgress(process.stderr, () => Date.now(), io.env)))
    })
  }
  const surface: Surface = {
    onGiveUp: (stop) => (isProcess ? onSignal(stop) : () => {}),
    env: io.env,
    verbosity: flags.quiet === true ? -1 : (flags.verbose ?? 0),
    confirm: (question) => io.ask(question),
    progress(done, total, text) {
      spinning = undefined
      draw((shown) => shown.update(done, total, text))
    },
    spinner(text) {
      spinning = text
      draw((shown) => shown.spin(text))
    },
    log(message) {
      if (flags.quiet === true) return
      // The bar is removed for the line and comes back below it.
      bar?.end()
      io.writeError(`${io.isErrorTerminal ? message.split('\n').map(printable).join('\n') : message}\n`)
      if (spinning !== undefined) bar?.spin(spinning)
    },
    ...(mode === 'text' && {
      show(bytes: Uint8Array, to: 'stdout' | 'stderr') {
        bar?.end()
        if (to === 'stdout') io.write(bytes)
        else io.writeError(bytes)
      },
    }),
    confirmWord: longFlag(model.flags, 'yes') ?? 'a terminal, where it can be confirmed',
    ...(isBytes(model.output) &&
      wayOfBytes(flags, io) === 'write' && {
        onItem(bytes: unknown) {
          streamed = true
          bar?.end()
          io.write(bytes as Uint8Array)
        },
      }),
    ...(!isBytes(model.output) &&
      (mode === 'jsonl' || (mode === 'text' && isProcess)) && {
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
