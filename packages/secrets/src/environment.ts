import type { AtipTool } from '@atip/protocol'
import { isNamedSecret, secretVariables } from './names.js'
import { isPlaceholder, isRemark } from './values.js'

/** Shorter values are ordinary words. */
const MIN_LENGTH = 6

/** The values of environment variables that hold secrets, according to the descriptions of tools or by their names. */
export function secretsOf(
  environment: Readonly<Record<string, string | undefined>>,
  tools: readonly AtipTool[] = [],
): string[] {
  const told = secretVariables(tools)
  return Object.entries(environment).flatMap(([name, value = '']) => {
    const isSecret = value.length >= MIN_LENGTH && !isPlaceholder(value) && !isRemark(value)
    return isSecret && isNamedSecret(name, value, told) ? [value] : []
  })
}
