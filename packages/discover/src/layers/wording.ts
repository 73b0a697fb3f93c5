import type { Argument } from '@atip/protocol'

interface Described {
  name?: string
  flags?: string[] | undefined
  description?: string
}

/** The current description, unless it only repeats a name and the other one says more. */
export function betterDescription(own: Described, other: Described): string | undefined {
  const names = [own.name ?? '', other.name ?? '', ...(own.flags ?? [])]
  if (own.description === undefined) return other.description
  const isBetter = isPlaceholder(own.description, names) && !isPlaceholder(other.description, names)
  return isBetter ? other.description : own.description
}

/** Whether a description only repeats one of these names: `target directory` for `target-directory`. */
function isPlaceholder(description: string | undefined, names: readonly string[]): boolean {
  const said = letters(description ?? '')
  return said === '' || names.some((name) => said === letters(name))
}

/**
 * The argument of another list for the same operand: with the same name, or at the same position in a list of the same
 * form.
 */
export function counterpart(
  list: readonly Argument[],
  index: number,
  others: readonly Argument[],
): Argument | undefined {
  const isNamed = (name: string) => (argument: Argument) => letters(argument.name) === letters(name)
  const byName = others.find(isNamed(list[index]!.name))
  if (byName !== undefined) return byName
  const isSameForm =
    list.length === others.length && list.every((one, place) => isVariadic(one) === isVariadic(others[place]!))
  const other = isSameForm ? others[index] : undefined
  return other === undefined || list.some(isNamed(other.name)) ? undefined : other
}

function isVariadic({ variadic, type }: Argument): boolean {
  return variadic === true || type === 'array'
}

/** A name in lower case, without separators. */
function letters(text: string): string {
  return text
    .toLowerCase()
    .replace(/[-_ ]operand$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
