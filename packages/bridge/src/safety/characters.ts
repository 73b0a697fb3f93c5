import type { Violation } from './decision.js'

/**
 * Characters that a terminal obeys, and characters that turn text around, so that a person who is asked sees another
 * call than the one that runs. Tabs and line ends are ordinary; a carriage return alone writes over its line.
 */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/u

/** The values of a call that hold such characters, each told once. */
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
