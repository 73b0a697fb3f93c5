import type { Link, Shared, AddShared } from '../define/shared.js'
import { withSettings, type GroupSettings } from '../define/shared.js'
import type { CommandMap } from '../define/types.js'
import { selfContainedInput } from '../schema/plain.js'
import type { AnySchema } from '../schema/standard.js'

/** What commands share: `use(t.object({ … }))` for options, `use(async (call, next) => …)` for middleware, and both. */
export const use: AddShared<{}, {}, {}> = sharing([])

function sharing(links: readonly Link[]): AddShared<{}, {}, {}> {
  const add = (part: unknown) => {
    // A schema may be a function too.
    const isMiddleware = typeof part === 'function' && !('~standard' in part)
    const all = [
      ...links,
      isMiddleware ? ({ run: part } as Link) : { options: selfContainedInput(part as AnySchema, 'shared options') },
    ]
    return { links: all, use: sharing(all) } as unknown as Shared
  }
  return add as AddShared<{}, {}, {}>
}

/** A map of commands that share something: `group({ description, use }, { add, list })`. */
export function group<const C extends CommandMap>(settings: GroupSettings, commands: C): C {
  return withSettings(commands, settings)
}
