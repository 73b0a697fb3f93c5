import type { FlagNames, RenamableFlag } from '../define/flags.js'
import type { AnyShared, Link } from '../define/shared.js'
import { BUILT_IN_FLAGS, type BuiltInFlag, type BuiltInKey } from './built-in-flags.js'

/** What a command inherits from the tool and its groups. */
export interface SharedScope {
  /** Shared options and middleware, outermost first. */
  readonly links: readonly Link[]
  /** The flags of every command, as this tool names them. */
  readonly flags: readonly BuiltInFlag[]
}

/** The scope of a command that is called by itself. */
export const NO_SCOPE: SharedScope = { links: [], flags: BUILT_IN_FLAGS }

export function scopeOf(cli: { use?: AnyShared; flags?: FlagNames }): SharedScope {
  return inside({ links: [], flags: flagsOf(cli) }, cli.use)
}

/** The scope one level further in; a repeated link takes effect once. */
export function inside(scope: SharedScope, use: AnyShared | undefined): SharedScope {
  return use === undefined ? scope : { ...scope, links: [...new Set([...scope.links, ...use.links])] }
}

/** The flags of every command of a tool. */
export function flagsOf({ flags: names }: { flags?: FlagNames }): readonly BuiltInFlag[] {
  if (names === undefined) return BUILT_IN_FLAGS
  let flags = RENAMED.get(names)
  if (flags === undefined) RENAMED.set(names, (flags = rename(names)))
  return flags
}

const RENAMED = new WeakMap<FlagNames, readonly BuiltInFlag[]>()

/** The way users write a flag of every command; undefined if the tool has turned it off. */
export function longFlag(flags: readonly BuiltInFlag[], key: BuiltInKey): string | undefined {
  const names = flags.find((flag) => flag.key === key)?.flags
  return names?.find((name) => name.startsWith('--')) ?? names?.[0]
}

const FLAG = /^(?:--[a-z][a-z0-9-]*|-[a-zA-Z])$/

/** Users expect these two, so tools may only add names. */
const KEPT: Readonly<Record<string, string>> = { help: '--help', version: '--version' }

/** Fixed, because agents use them before they know anything about a tool. */
const FIXED: readonly BuiltInKey[] = ['agent', 'commands', 'depth']

function rename(names: FlagNames): readonly BuiltInFlag[] {
  for (const key of Object.keys(names)) {
    const isKnown = BUILT_IN_FLAGS.some((flag) => flag.key === key) && !FIXED.includes(key as BuiltInKey)
    if (!isKnown) throw new TypeError(`flags: there is no flag "${key}" that can be renamed or turned off`)
  }
  const renamed = BUILT_IN_FLAGS.flatMap((flag) => {
    const name = names[flag.key as RenamableFlag]
    if (name === undefined) return [flag]
    if (name !== false) return [{ ...flag, flags: checked(flag.key, [name].flat()) }]
    if (KEPT[flag.key] === undefined) return []
    throw new TypeError(`flags: ${KEPT[flag.key]} cannot be turned off; it can have other names beside it`)
  })
  const taken = new Map<string, string>()
  for (const { key, flags } of renamed) {
    for (const flag of flags) {
      const other = taken.get(flag)
      if (other !== undefined) throw new TypeError(`flags: "${other}" and "${key}" would both be ${flag}`)
      taken.set(flag, key)
    }
  }
  return renamed
}

function checked(key: string, flags: readonly string[]): string[] {
  const wrong = flags.find((flag) => !FLAG.test(flag))
  if (wrong !== undefined || flags.length === 0)
    throw new TypeError(`flags: "${key}" must be written like --format or -f; found ${JSON.stringify(wrong ?? '')}`)
  const kept = KEPT[key]
  if (kept !== undefined && !flags.includes(kept))
    throw new TypeError(`flags: the names of "${key}" must include ${kept}`)
  return [...flags]
}
