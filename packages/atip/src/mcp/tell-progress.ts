import type { RuntimeEvent } from '@atip/runtime'
import type { Context } from 'tooli'

/** The interval of progress reports, in milliseconds. Clients give up after a long silence. */
const QUIET = 5000

/** Forwards the progress of a program, and reports that it is still running. Progress is counted in milliseconds. */
export function tellProgress(ctx: Context, name: string): { hear: (event: RuntimeEvent) => void; stop: () => void } {
  const started = Date.now()
  const tell = (text: string) => ctx.progress(Date.now() - started, undefined, text)
  const timer = setInterval(() => tell(`${name} runs for ${Math.round((Date.now() - started) / 1000)} s`), QUIET)
  return {
    hear({ type, data }) {
      if (type === 'tool.invocation.progress' && typeof data.message === 'string') tell(data.message)
      if (type === 'tool.permission.requested') {
        ctx.log(`waiting for a person to consent: ${String(data.reason)}`)
      }
    },
    stop: () => clearInterval(timer),
  }
}
