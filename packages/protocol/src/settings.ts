import { isObject } from './object.js'
import { closest } from './text/closest.js'

/** What the value of a setting must be, in words and as a check. */
export interface SettingRule {
  must: string
  holds: (value: unknown) => boolean
}

export const FLAG: SettingRule = { must: 'be true or false', holds: (value) => typeof value === 'boolean' }
export const TEXT: SettingRule = { must: 'be a text', holds: (value) => typeof value === 'string' && value !== '' }
export const TEXTS: SettingRule = {
  must: 'be a list of texts',
  holds: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
}

export function oneOf(values: readonly unknown[]): SettingRule {
  const words = values.map((value) => JSON.stringify(value)).join(', ')
  return { must: `be one of ${words}`, holds: (value) => values.includes(value) }
}

/**
 * The known settings of those that a program passes. A misspelt or mistyped one would have no effect, so that a policy
 * allows too much; it throws a TypeError.
 */
export function readSettings(
  value: unknown,
  name: string,
  rules: Readonly<Record<string, SettingRule>>,
): Record<string, unknown> {
  if (!isObject(value)) throw new TypeError(`${name} must be an object; found ${shown(value)}`)
  const known = Object.keys(rules)
  // Also inherited keys: settings may be an instance of a class.
  for (const key in value) {
    if (!known.includes(key) && !isExtension(key)) throw new TypeError(`${name} has an ${unknownKey(key, known)}`)
  }
  const settings: Record<string, unknown> = {}
  for (const [key, { must, holds }] of Object.entries(rules)) {
    const setting = value[key]
    if (setting === undefined) continue
    if (!holds(setting)) throw new TypeError(`"${key}" of ${name} must ${must}; found ${shown(setting)}`)
    settings[key] = setting
  }
  return settings
}

/** Whether a key belongs to others, as in descriptions (RFC 12.2). */
export function isExtension(key: string): boolean {
  return /^(?:x-|_|\$)/.test(key)
}

/** Says that a key is unknown, and which one was probably meant. */
export function unknownKey(key: string, known: readonly string[]): string {
  const likely = closest(key, known)
  const advice = likely === undefined ? `the keys are ${known.join(', ')}` : `did you mean ${JSON.stringify(likely)}?`
  return `unknown key ${JSON.stringify(key)}; ${advice}`
}

function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? `a ${typeof value}`)
}
