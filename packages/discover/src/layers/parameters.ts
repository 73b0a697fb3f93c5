import type { Argument, Option } from '@atip/protocol'
import { adoptParameter } from './adopt.js'
import { fillRules } from './rules.js'
import { hasNamedCommands } from './form.js'
import type { Joining, Node } from './types.js'
import { betterDescription, counterpart } from './wording.js'
import { readingOf } from './words.js'

/** Adds a layer's options to a list. Options are the same if they share a flag. */
export function joinOptions(
  list: Option[] | undefined,
  added: readonly Option[] | undefined,
  path: readonly string[],
  how: Joining,
): Option[] | undefined {
  const result = [...(list ?? [])]
  for (const option of added ?? []) {
    const same = result.filter(({ flags }) => flags.some((flag) => option.flags.includes(flag)))
    // An option that shares flags with two others is the same as neither.
    if (same.length > 1) continue
    const [own] = same
    const free = how.adds ? option.flags.filter((flag) => isFree(flag, result, path, how)) : []
    if (own !== undefined) {
      const joined = joinParameter(own, option, how)
      const isLonger = how.fills && free.length > 0
      result[result.indexOf(own)] = isLonger ? { ...joined, flags: [...joined.flags, ...free] } : joined
    } else if (free.length > 0) {
      result.push(newOption({ ...option, name: uniqueName(option.name, result), flags: free }, path, how))
    }
  }
  const isSame = result.length === (list ?? []).length && result.every((option, index) => option === list![index])
  return isSame ? list : result
}

/**
 * Adds arguments from a layer only if there are none, because each list assigns all words. Otherwise it only adds
 * wording and rules.
 */
export function joinArguments(
  node: Node,
  added: Argument[] | undefined,
  path: readonly string[],
  how: Joining,
): Argument[] | undefined {
  const own = node.arguments
  if (added === undefined || added.length === 0) return own
  if (own !== undefined && own.length > 0) {
    const list = own.map((argument, index) => {
      const other = counterpart(own, index, added)
      return other === undefined ? argument : joinParameter(argument, other, how)
    })
    return list.some((argument, index) => argument !== own[index]) ? list : own
  }
  if (how.fills) return how.adds ? added : own
  if (!how.adds || hasNamedCommands(node)) return own
  const isMarked = readingOf(how.tool, path, 'an operand') !== 'no-effect'
  return added.map((argument) => adoptParameter(argument, isMarked))
}

function joinParameter<P extends Option | Argument>(own: P, added: P, { fills }: Joining): P {
  const description = betterDescription(own, added)
  const worded = description === own.description ? own : { ...own, description }
  return fills ? fillRules(worded, added) : worded
}

function newOption(option: Option, path: readonly string[], { tool, fills }: Joining): Option {
  if (fills) return option
  const isCovered =
    option.type === 'boolean' && option.flags.every((flag) => readingOf(tool, path, flag) === 'no-effect')
  return adoptParameter(option, !isCovered)
}

/** Whether a flag has no meaning yet. */
function isFree(flag: string, list: readonly Option[], path: readonly string[], { tool }: Joining): boolean {
  return !list.some(({ flags }) => flags.includes(flag)) && readingOf(tool, path, flag) !== 'understood'
}

function uniqueName(name: string, list: readonly Option[]): string {
  let unique = name
  for (let count = 2; list.some((option) => option.name === unique); count++) unique = `${name}-${count}`
  return unique
}
