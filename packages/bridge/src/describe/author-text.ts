import { READ_ONLY_MARK } from './flags.js'

/**
 * Makes an author's text safe to stand beside our flags: only we may say read-only, and lone surrogates, for which
 * servers refuse the whole request, are replaced. Punctuation stays as it is (decision 22).
 */
export function authorText(text: string | undefined): string {
  if (text === undefined) return ''
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return (whole.includes(READ_ONLY_MARK) ? whole.replaceAll(READ_ONLY_MARK, '') : whole).trim()
}
