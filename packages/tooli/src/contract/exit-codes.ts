import { EXIT, ToolError } from '../errors/error.js'

/** One code of each category. */
const SAMPLES = ['E1999', 'E2999', 'E3999', 'E4999', 'E5999']

/** The meaning of each exit code, with the errors that lead to it. */
export function exitCodes(): Record<string, string> {
  const errors = SAMPLES.map((code) => new ToolError(code, '')).map(({ exitCode, category }) => ({
    exitCode,
    category,
  }))
  const meanings = Object.entries(EXIT).map(([name, number]) => {
    const categories = errors.filter(({ exitCode }) => exitCode === number).map(({ category }) => category)
    return [String(number), categories.length === 0 ? name : `${name}: ${categories.join(', ')} errors`] as const
  })
  return Object.fromEntries(meanings)
}
