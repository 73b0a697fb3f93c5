import { worst } from '../effects/worst.js'
import type { AtipTool, Effects } from '../types/tool.js'
import { worsenedByClaims } from './claims.js'
import { effectsOf, type CallEffects, type EffectsOfOptions } from './effects-of.js'
import type { Run } from './meanings.js'
import { parseArgv } from './parse.js'

/** Finds the description of a program by the word it was called with; undefined if there is none. */
export interface ToolLookup {
  (program: string): AtipTool | undefined
  /** Why there is none, if that can be changed: the end of a sentence about the program. */
  whyNone?: (program: string) => string | undefined
}

export interface ArgvEffects {
  /** The effects of the call and of everything it runs, as far as that could be followed; the rest is unknown. */
  effects: Effects
  /** The call itself; undefined if its program is not known. */
  call: CallEffects | undefined
}

export interface FollowOptions extends EffectsOfOptions {
  /** Returns the effects of a shell line, of code, or of something that runs elsewhere, if the caller can judge it. */
  effectsOfRun?: (run: Run) => Effects | undefined
}

/** How many nested wrappers are followed. The effects of anything deeper are unknown. */
const MAX_DEPTH = 16

/**
 * The effects of a command line, followed through wrappers: `timeout 5 rm -rf build` does what `rm` does. Shell lines
 * and code are not parsed here: their effects are unknown, unless `effectsOfRun` returns them.
 */
export function effectsOfArgv(argv: readonly string[], lookup: ToolLookup, options: FollowOptions = {}): ArgvEffects {
  return follow(argv, lookup, options, 0)
}

function follow(argv: readonly string[], lookup: ToolLookup, options: FollowOptions, depth: number): ArgvEffects {
  const [program] = argv
  const tool = program === undefined || depth > MAX_DEPTH ? undefined : lookup(program)
  if (tool === undefined) return { effects: {}, call: undefined }
  const call = worsenedByClaims(effectsOf(tool, parseArgv(tool, argv), options), tool, argv, options)
  const readsUnknown =
    call.stdin?.kind === 'code' ||
    call.stdin?.kind === 'arguments' ||
    call.paths.some(({ access }) => access?.includes('execute') === true)
  const inner = call.runs.map((run) => {
    const isHere = run.kind === 'argv' && run.where === 'here'
    return isHere ? follow(run.words, lookup, options, depth + 1).effects : (options.effectsOfRun?.(run) ?? {})
  })
  return { effects: worst(call.own, ...inner, ...(readsUnknown ? [{}] : [])), call }
}
