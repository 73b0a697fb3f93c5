import type { Syntax } from '@atip/protocol'
import type { YargsProgram } from './program.js'

/** How the program's parsing differs from that of most programs. */
export function syntaxOf(program: YargsProgram): Syntax {
  const configuration = program.getInternalMethods().getParserConfiguration()
  const isOn = (name: string) => configuration[name] !== false
  return {
    shortEquals: true,
    booleanWords: true,
    ...(hasNegation(program) && { implicitNegation: true }),
    // Without groups of letters, one dash means the same as two.
    ...(!isOn('short-option-groups') && { bundledFlags: false, eitherDash: true }),
    ...(configuration['halt-at-non-option'] === true && { interspersed: false }),
    // What follows `--` reaches `argv._` or `argv['--']`, never the operands that a command names.
    ...(configuration['populate--'] === true && { doubleDash: false }),
  }
}

/** Whether `--no-x` turns a switch off. */
export function hasNegation(program: YargsProgram): boolean {
  const configuration = program.getInternalMethods().getParserConfiguration()
  return configuration['boolean-negation'] !== false && (configuration['negation-prefix'] ?? 'no-') === 'no-'
}
