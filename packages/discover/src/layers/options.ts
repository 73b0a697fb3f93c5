import type { Option } from '@atip/protocol'
import { adoptParameter } from './adopt.js'
import { fillRules } from './rules.js'
import type { Joining } from './types.js'
import { betterDescription } from './wording.js'
import { readingOf } from './words.js'

/** A list of options with what a layer knows. The same option is the one that shares a flag. */
export function joinOptions(
  list: Option[] | undefined,
  added: readonly Option[] | undefined,
  path: readonly string[],
  how: Joining,
): Option[] | undefined {
  const result = [...(list ?? [])]
  for (const option of added ?? []) {
    const same = result.filter(({ flags }) => flags.some((flag) => option.flags.includes(flag)))
    // An option that shares flags with two is neither of them.
    if (same.length > 1) continue
    const [own] = same
    const further = how.adds ? option.flags.filter((flag) => isFree(flag, result, path, how)) : []
    if (own !== undefined) result[result.indexOf(own)] = joinOption(own, option, further, how)
    if (further.length > 0 && (own === undefined || !how.fills)) {
      const name = own === undefined ? option.name : further[0]!.replace(/^-+/, '')
      result.push(newOption({ ...option, name: uniqueName(name, result), flags: further }, path, how))
    }
  }
  const isSame = result.length === (list ?? []).length && result.every((option, index) => option === list![index])
  return isSame ? list : result
}

function joinOption(own: Option, added: Option, further: readonly string[], { fills }: Joining): Option {
  const description = betterDescription(own, added)
  const worded = description === own.description ? own : { ...own, description: description! }
  if (!fills) return worded
  const filled = fillRules(worded, added)
  return further.length === 0 ? filled : { ...filled, flags: [...filled.flags, ...further] }
}

function newOption(option: Option, path: readonly string[], { tool, fills }: Joining): Option {
  if (fills) return option
  const isCovered =
    option.type === 'boolean' && option.flags.every((flag) => readingOf(tool, path, flag) === 'no-effect')
  return adoptParameter(option, !isCovered)
}

/** Whether a flag means nothing yet. */
function isFree(flag: string, list: readonly Option[], path: readonly string[], { tool }: Joining): boolean {
  return !list.some(({ flags }) => flags.includes(flag)) && readingOf(tool, path, flag) !== 'understood'
}

function uniqueName(name: string, list: readonly Option[]): string {
  let unique = name
  for (let count = 2; list.some((option) => option.name === unique); count++) unique = `${name}-${count}`
  return unique
}
