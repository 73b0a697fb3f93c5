import { sentences } from '../vocabulary/sentences.js'
import type { Hints } from './hints.js'
import type { YargsProgram } from './program.js'

/** Marks yargs' own texts, which it translates when it prints them. */
const OWN_TEXT = '__yargsString__:'

/** The description of an option or argument, with what its type cannot express. */
export function describeKey(program: YargsProgram, hints: Hints): string {
  const internals = program.getInternalMethods()
  const descriptions = internals.getUsageInstance().getDescriptions()
  const text = hints.names.map((name) => descriptions[name]).find((said) => typeof said === 'string' && said !== '')
  const validation = internals.getValidationInstance()
  return sentences([
    String(text ?? '').replace(OWN_TEXT, ''),
    ...deprecation(hints.deprecated),
    ...(hints.presetText === undefined ? [] : [`Default: ${hints.presetText}`]),
    ...relation('Needs', related(validation.getImplied(), hints)),
    ...relation('Not together with', related(validation.getConflicting(), hints)),
  ])
}

export function deprecation(deprecated: string | boolean | undefined): string[] {
  if (deprecated === undefined || deprecated === false) return []
  return [typeof deprecated === 'string' && deprecated !== '' ? `Deprecated: ${deprecated}` : 'Deprecated']
}

function related(table: Record<string, unknown[]>, { names }: Hints): string[] {
  const others = names.flatMap((name) => (Object.hasOwn(table, name) ? table[name]! : []))
  return [...new Set(others.filter((other): other is string => typeof other === 'string'))]
}

function relation(verb: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return []
  return [`${verb} ${keys.map(asFlag).join(', ')}`]
}

function asFlag(key: string): string {
  return key.startsWith('-') ? key : key.length === 1 ? `-${key}` : `--${key}`
}
