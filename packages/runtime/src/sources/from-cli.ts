import type { AtipTool } from '@atip/protocol'
import type { RuntimeTool } from '../tool/tool.js'
import { toolsFromAtip, type AtipSource } from './from-atip.js'

/** A tooli program in this process, as returned by `defineCli`. */
export interface CallableCli {
  call(path: never, input: never, options?: { signal?: AbortSignal; yes?: boolean }): Promise<unknown>
}

/** The commands of a tooli program, called in this process. `metadata` is what it prints for `--agent`. */
export function toolsFromCli(
  cli: CallableCli,
  metadata: AtipTool,
  source: Omit<AtipSource, 'run'> = {},
): RuntimeTool[] {
  return toolsFromAtip(metadata, {
    ...source,
    run: ({ path, input }, { signal }) => {
      const values = { ...input.arguments, ...input.options }
      // The runtime has already decided, and asked if necessary.
      return cli.call(path.join(' ') as never, values as never, { signal, yes: true })
    },
  })
}
