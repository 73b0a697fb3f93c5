import type { Violation } from './decision.js'

/**
 * Characters that control a terminal or reverse text, so that the user would be asked about another call than the one
 * that runs. Tabs and line ends are ordinary; a lone carriage return overwrites its line.
 */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/u

/** The values of a call that contain such characters, each reported once. */
export function judgeCharacters(values: Readonly<Record<string, unknown>>): Violation[] {
  return Object.keys(values)
    .filter((parameter) => holdsControl(values[parameter]) || CONTROL.test(parameter))
    .map((parameter) => ({
      code: 'control-characters',
      decision: 'deny',
      parameter,
      message: `${JSON.stringify(parameter)} holds control characters`,
    }))
}

function holdsControl(value: unknown): boolean {
  if (typeof value === 'string') return CONTROL.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsControl)
}
