import { worst } from '../effects/worst.js'
import type { AtipTool, Effects } from '../types.js'
import { worsenedByClaims } from './claims.js'
import { effectsOf, type CallEffects, type EffectsOfOptions } from './effects-of.js'
import type { Run } from './meanings.js'
import { parseArgv } from './parse.js'

/** Gives the description of a program by the word it was called with; undefined if there is none. */
export type ToolLookup = (program: string) => AtipTool | undefined

export interface ArgvEffects {
  /** Of the call and everything that could be followed from it; unknown where it could not. */
  effects: Effects
  /** The call itself; undefined if its program is not known. */
  call: CallEffects | undefined
}

export interface FollowOptions extends EffectsOfOptions {
  /** The effects of a shell line, of code, of something that is run elsewhere, for those who can read it. */
  effectsOfRun?: (run: Run) => Effects | undefined
}

/** Wrappers inside wrappers that are followed; beyond, nothing is known. */
const MAX_DEPTH = 16

/**
 * The effects of a command line, followed through wrappers: `timeout 5 rm -rf build` does what `rm` does. Shell lines
 * and code are not read here: what they do is unknown, unless `effectsOfRun` tells.
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
