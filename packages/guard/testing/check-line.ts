import { decideLineNow, type DecideOptions, type LineDecision } from '../src/decide-line.js'

/** The decision of the built-in rules alone, for tests about nothing else. */
export function checkLine(
  line: string,
  options: Pick<DecideOptions, 'lookup' | 'cwd' | 'home' | 'drivesTerminals'>,
): Pick<LineDecision, 'decision'> & { verdicts: LineDecision['commands'] } {
  const { decision, commands } = decideLineNow(line, { ...options, suggests: false })
  return { decision, verdicts: commands }
}
