/**
 * Rules that a schema cannot express. Each function is called, by its name, after an object of that definition was
 * checked; the object may still have fields of the wrong type. `x_` marks definitions of the x-atip extension.
 */
import { parseDuration } from '../duration.js'
import { isObject } from '../object.js'
import { tokenise } from '../patterns/tokenise.js'
import { variablesIn } from '../patterns/variables.js'
import { fitOfVersion, PROTOCOL_VERSION } from '../version.js'
import { describe, quote, type Findings, type ProblemLevel } from './findings.js'
import { mayRepeat } from './flags.js'

type Fields = Record<string, unknown>

export function tool(document: Fields, f: Findings): void {
  checkVersion(document, f)
  checkBinary(document, f)
  if (Array.isArray(document.globalOptions)) checkUnique(document.globalOptions, 'globalOptions', f)
  if (document.partial === true && document.omitted === undefined) {
    const message = '"omitted" is missing; a partial document must say why commands are missing and how safe they are'
    f.report('strict', 'partial-without-omitted', message)
  }
  if (document.omitted !== undefined && document.partial !== true) {
    const message = 'says what was left out of a document that is not partial; state "partial": true, or remove it'
    f.report('warning', 'omitted-without-partial', message, 'omitted')
  }
  const { includedCommands: included, totalCommands: total } = document
  if (typeof included === 'number' && typeof total === 'number' && included > total) {
    f.report('warning', 'impossible-count', `${included} is more than totalCommands, ${total}`, 'includedCommands')
  }
}

function checkVersion({ atip }: Fields, f: Findings): void {
  const fields = isObject(atip) ? atip : undefined
  const version = fields === undefined ? atip : fields.version
  const place = fields === undefined ? ['atip'] : ['atip', 'version']
  if (typeof version !== 'string') return
  const fit = fitOfVersion(version)
  if (fit === 'newer-major') {
    f.report(
      'error',
      'newer-version',
      `version ${version} is not understood; this reader knows ${PROTOCOL_VERSION}`,
      ...place,
    )
  } else if (fit === 'newer-minor') {
    const message = `version ${version} is newer than ${PROTOCOL_VERSION}; fields it added are ignored`
    f.report('warning', 'newer-version', message, ...place)
  } else if (fields === undefined && fitOfVersion(version, '0.3') !== 'known') {
    f.report('warning', 'legacy-version', `from 0.4 on write {"version": ${JSON.stringify(version)}}`, 'atip')
  }
  const needed = fields?.minAgentVersion
  if (typeof needed !== 'string' || fitOfVersion(needed) === 'known') return
  const message = `needs an agent that speaks ATIP ${needed}, this one speaks ${PROTOCOL_VERSION}; the tool is skipped`
  f.report('error', 'agent-too-old', message, 'atip', 'minAgentVersion')
}

function checkBinary({ binary, name, version }: Fields, f: Findings): void {
  if (!isObject(binary)) return
  const facts = binary
  const aliases = Array.isArray(facts.aliases) ? facts.aliases : []
  if (name !== undefined && facts.name !== undefined && name !== facts.name && !aliases.includes(name)) {
    f.report('warning', 'binary-contradiction', `${describe(name)} is not the binary's name; make them agree`, 'name')
  }
  if (version !== undefined && facts.version !== undefined && version !== facts.version) {
    const message = `${describe(version)} is not the binary's version; make them agree`
    f.report('warning', 'binary-contradiction', message, 'version')
  }
}

export function commands(children: Fields, f: Findings): void {
  const unnamed = Object.hasOwn(children, '') ? (children[''] as Fields | null) : undefined
  if (unnamed?.commands !== undefined) {
    f.report(
      'strict',
      'unreachable-commands',
      'commands below an empty name cannot be called; move them up',
      '',
      'commands',
    )
  }
  let hasAliases = false
  for (const name in children) {
    hasAliases ||= aliasesOf(children[name]) !== undefined
    if (name === '' || /^[^-\s/,][^\s/,]*$/.test(name)) continue
    const message = `${quote(name)} cannot be called or listed by name: no leading dash, space, comma or slash`
    f.report('strict', 'command-name', message, name)
  }
  if (hasAliases) checkAliases(children, f)
}

/** A word that could mean two commands means the one with that name, otherwise the first that lists it as an alias. */
function checkAliases(children: Fields, f: Findings): void {
  const owners = new Map<unknown, string>()
  for (const name in children) {
    for (const [index, alias] of (aliasesOf(children[name]) ?? []).entries()) {
      if (typeof alias !== 'string' || alias === name) continue
      const owner = Object.hasOwn(children, alias) ? alias : (owners.get(alias) ?? name)
      owners.set(alias, owner)
      if (owner === name) continue
      const message = `${quote(alias)} already means the command ${quote(owner)}; keep it on one of them`
      f.report('warning', 'duplicate-alias', message, name, 'x-atip', 'aliases', index)
    }
  }
}

function aliasesOf(child: unknown): unknown[] | undefined {
  const extension = (child as Fields | null | undefined)?.['x-atip'] as Fields | null | undefined
  return Array.isArray(extension?.aliases) ? extension.aliases : undefined
}

export function command(fields: Fields, f: Findings): void {
  if (Array.isArray(fields.options)) checkUnique(fields.options, 'options', f)
  if (Array.isArray(fields.arguments)) checkArguments(fields.arguments, f)
}

/** Names and flags must be unique, otherwise it is unclear which option was meant. */
function checkUnique(list: unknown[], key: string, f: Findings): void {
  if (!mayRepeat(list)) return
  const names = new Set<unknown>()
  const flags = new Set<unknown>()
  for (let index = 0; index < list.length; index++) {
    const entry = list[index] as Fields | null | undefined
    if (typeof entry?.name === 'string') {
      const before = names.size
      if (names.add(entry.name).size === before) {
        f.report(
          'error',
          'duplicate-name',
          `${quote(entry.name)} is already in this list; rename one`,
          key,
          index,
          'name',
        )
      }
    }
    if (!Array.isArray(entry?.flags)) continue
    for (let place = 0; place < entry.flags.length; place++) {
      const flag: unknown = entry.flags[place]
      const before = flags.size
      if (flags.add(flag).size !== before || typeof flag !== 'string') continue
      f.report('error', 'duplicate-flag', `${quote(flag)} is already taken; keep it once`, key, index, 'flags', place)
    }
  }
}

function checkArguments(list: unknown[], f: Findings): void {
  checkUnique(list, 'arguments', f)
  let optional: string | undefined
  let variadic: string | undefined
  for (let index = 0; index < list.length; index++) {
    const entry = list[index] as Fields | null | undefined
    if (!isObject(entry) || isSetApart(entry)) continue
    const name = typeof entry.name === 'string' ? entry.name : `#${index}`
    const isOptional = entry.required === false
    const isMultiple = entry.variadic === true || entry.type === 'array'
    if (variadic !== undefined && (isMultiple || isOptional)) {
      const message = `after the variadic ${quote(variadic)}, it is not clear which words belong here; make it required or an option`
      f.report('error', 'ambiguous-arguments', message, 'arguments', index)
    } else if (variadic !== undefined) {
      f.report('warning', 'variadic-not-last', `the variadic ${quote(variadic)} should come last`, 'arguments', index)
    }
    if (optional !== undefined && !isOptional) {
      const message = `is required but follows the optional ${quote(optional)}; put required arguments first`
      f.report('warning', 'required-after-optional', message, 'arguments', index)
    }
    if (isOptional) optional ??= name
    if (isMultiple) variadic ??= name
  }
}

/** Whether an argument is known by its form, not by its place. */
function isSetApart(entry: Fields): boolean {
  const extension = entry['x-atip']
  return isObject(extension) && ('keyword' in extension || 'assignments' in extension)
}

export function option(fields: Fields, f: Findings): void {
  checkValues(fields, f)
}

export function argument(fields: Fields, f: Findings): void {
  checkValues(fields, f)
}

export function items(fields: Fields, f: Findings): void {
  checkEnum(fields, f)
}

function checkValues(fields: Fields, f: Findings): void {
  checkEnum(fields, f)
  const { default: preset, type } = fields
  if (preset === undefined || preset === null) return
  const choices = choicesOf(fields)
  if (choices !== undefined) {
    const allowed = new Set(choices)
    for (const value of Array.isArray(preset) ? preset : [preset]) {
      if (allowed.has(value)) continue
      f.report(
        'error',
        'default-not-in-enum',
        `${describe(value)} is not among the allowed values; add it or change it`,
        'default',
      )
    }
    return
  }
  if (fields.variadic === true || typeof type !== 'string' || !Object.hasOwn(DEFAULTS, type)) return
  const { expected, fits } = DEFAULTS[type]!
  if (fits(preset)) return
  const message = `should be ${expected} like the values of this parameter; found ${describe(preset)}`
  f.report('warning', 'default-type', message, 'default')
}

/**
 * The values a default must be one of. A single text for an array may stand for several values, so it is not judged.
 */
function choicesOf({ type, enum: own, items: element, default: preset }: Fields): unknown[] | undefined {
  if (type === 'array' && !Array.isArray(preset)) return undefined
  const inner = type === 'array' ? (element as Fields | null | undefined)?.enum : undefined
  const choices = inner ?? own
  return Array.isArray(choices) && choices.length > 0 ? choices : undefined
}

const TEXT = { expected: 'a string', fits: (value: unknown) => typeof value === 'string' }

const DEFAULTS: Readonly<Record<string, { expected: string; fits: (value: unknown) => boolean }>> = {
  string: TEXT,
  file: TEXT,
  directory: TEXT,
  url: TEXT,
  integer: { expected: 'a whole number', fits: Number.isInteger },
  number: { expected: 'a number', fits: (value) => typeof value === 'number' },
  boolean: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
}

function checkEnum({ type, enum: choices }: Fields, f: Findings): void {
  if (type === 'enum' && choices === undefined) {
    f.report('error', 'enum-without-values', '"enum" is missing; list the allowed values, or use the type string')
  } else if (Array.isArray(choices) && choices.length === 0) {
    f.report('error', 'enum-without-values', 'is empty; list the allowed values', 'enum')
  } else if (Array.isArray(choices) && new Set(choices).size < choices.length) {
    f.report('warning', 'duplicate-value', 'lists a value twice; keep it once', 'enum')
  }
}

/** A text that does not even have this form is reported by the schema. */
const DURATION = /^\d+(\.\d+)?(-\d+(\.\d+)?)?(ms|s|m|h)$/

export function effects({ duration }: Fields, f: Findings): void {
  if (typeof duration !== 'object' || duration === null) return
  for (const key of ['typical', 'timeout']) {
    const text = (duration as Fields)[key]
    if (typeof text !== 'string' || !DURATION.test(text) || parseDuration(text) !== undefined) continue
    const message = `must be a time, or a range with the shorter time first, such as "1-5s"; found ${quote(text)}`
    f.report('strict', 'wrong-format', message, 'duration', key)
  }
}

export function authentication({ checkCommand, methods }: Fields, f: Findings): void {
  checkWithoutShell(checkCommand, 'warning', f, 'checkCommand')
  if (!Array.isArray(methods)) return
  for (let index = 0; index < methods.length; index++) {
    const text = (methods[index] as Fields | null | undefined)?.setupCommand
    checkWithoutShell(text, 'warning', f, 'methods', index, 'setupCommand')
  }
}

/** Command strings are split into words and run without a shell (decision 38). */
function checkWithoutShell(text: unknown, level: ProblemLevel, f: Findings, ...place: (string | number)[]): void {
  const tokens = typeof text === 'string' ? tokenise(text) : undefined
  if (tokens === undefined || tokens.ok) return
  f.report(level, 'step-needs-shell', `${tokens.message}; this is one command, run without a shell`, ...place)
}

export function pattern(fields: Fields, f: Findings): void {
  const { steps, variables } = fields
  if (!Array.isArray(steps)) return
  const declared = isObject(variables) ? variables : {}
  const used = new Set<string>()
  for (let index = 0; index < steps.length; index++) {
    const text = (steps[index] as Fields | null)?.command
    if (typeof text !== 'string') continue
    for (const name of variablesIn(text)) {
      used.add(name)
      if (Object.hasOwn(declared, name)) continue
      const message = `uses {${name}}, which is not declared; add it to "variables" with a type`
      f.report('strict', 'undeclared-variable', message, 'steps', index, 'command')
    }
    checkWithoutShell(text, fields.executable === true ? 'strict' : 'warning', f, 'steps', index, 'command')
  }
  for (const name in declared) {
    if (!used.has(name)) f.report('warning', 'unused-variable', 'is used in no step; remove it', 'variables', name)
  }
}

/** The field that a value of each kind needs besides. */
const NEEDED = new Map<unknown, string>([
  ['path', 'access'],
  ['command', 'form'],
  ['code', 'language'],
])

export function x_value(fields: Fields, f: Findings): void {
  const needed = NEEDED.get(fields.kind)
  if (needed === undefined || fields[needed] !== undefined) return
  f.report('error', 'missing-field', `"${needed}" is missing; a value of the kind "${String(fields.kind)}" needs it`)
}

export function x_option(fields: Fields, f: Findings): void {
  const forms = ['optionalValue', 'arity', 'greedy', 'until'].filter(
    (key) => fields[key] !== undefined && fields[key] !== false,
  )
  if (forms.length < 2) return
  f.report('error', 'contradiction', `${forms.join(' and ')} exclude each other; keep one`)
}
