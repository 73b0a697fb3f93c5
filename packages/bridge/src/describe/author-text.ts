import { READ_ONLY_MARK } from './flags.js'

/**
 * An author's words, made safe beside our flags: only we say read-only, and half a surrogate pair, which
 * servers refuse together with the whole request, is replaced. Punctuation stays as it is (decision 22).
 */
export function authorText(text: string | undefined): string {
  if (text === undefined) return ''
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return (whole.includes(READ_ONLY_MARK) ? whole.replaceAll(READ_ONLY_MARK, '') : whole).trim()
}
