import type { Argument, Effects, Option } from '@atip/protocol'
import { entryOf, type HelpEntry } from '../../describe/help-entry.js'
import type { ParameterModel } from '../../model/model.js'
import { kebab, typesOf, withInner } from '../../model/parameters.js'
import { choicesOf, holdsSecret } from '../../model/to-atip.js'
import type { Form } from '../../schema/form.js'
import { shapeOf } from './shape.js'

/** An argument or option as a skill explains it. */
export interface SkillParameter {
  entry: HelpEntry
  /** `text`, `integer`, `file`; none where the choices, or a switch, say it. */
  type?: string | undefined
  /** The shape of a value that is written as JSON. */
  shape?: string | undefined
  limits: string[]
  /** Name in the JSON of `--input`, where it does not follow from how it is written. */
  key?: string | undefined
  isSecret: boolean
  /** Text that `-` reads from stdin. */
  isText: boolean
  /** What giving it adds to what the command does. */
  effects?: Effects | undefined
}

/** Those of a command that are not hidden, or must be given all the same. */
export function ownParameters(parameters: readonly ParameterModel[]): SkillParameter[] {
  const shown = parameters.filter(({ hints, isRequired }) => hints.hidden !== true || isRequired)
  return withInner(shown).map(ownParameter)
}

function ownParameter(parameter: ParameterModel): SkillParameter {
  const { form, hints, key, isMultiple } = parameter
  const isSecret = hints.secret === true || holdsSecret(form)
  const { choices, ...entry } = entryOf(parameter)
  const value = isMultiple ? (form.items ?? {}) : form
  const types = typesOf(value)
  return {
    // A secret has no list of values to choose from.
    entry: { ...entry, ...(choices && !isSecret && { choices }) },
    type: hints.secret === true ? 'secret' : typeWord(value, hints.path ?? value['x-cli']?.path),
    shape: types.includes('object') ? shapeOf(value) : undefined,
    limits: [...limitsOf(value), ...(isMultiple ? countOf(form) : [])],
    key: 'at' in parameter || isDerived(entry, key) ? undefined : key,
    isSecret,
    isText: types.includes('string') && !isMultiple && hints.path === undefined,
    effects: hints.effects,
  }
}

/** `maxDepth` from `--max-depth`, and from `MAX-DEPTH`. */
function isDerived({ flags, placeholder = '' }: HelpEntry, key: string): boolean {
  const long = flags.find((flag) => flag.startsWith('--'))
  const word = long === undefined ? placeholder.toLowerCase() : long.slice(2)
  return camelCase(word) === key && (long !== undefined || kebab(key).toUpperCase() === placeholder)
}

function camelCase(word: string): string {
  return word.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

const FORMATS: Readonly<Record<string, string | undefined>> = {
  uri: 'URL',
  email: 'e-mail address',
  date: 'date',
  'date-time': 'time in ISO 8601',
  uuid: 'UUID',
}

const PATHS = { file: 'file', directory: 'folder', any: 'path' } as const

function typeWord(form: Form, path: { kind: keyof typeof PATHS } | undefined): string | undefined {
  if (choicesOf(form) !== undefined) return undefined
  if (path !== undefined) return PATHS[path.kind]
  const types = typesOf(form)
  if (types.length === 0) return 'any value'
  const words = types.map((type) => {
    if (type === 'string') return form['x-cli']?.url === true ? 'URL' : (FORMATS[form.format ?? ''] ?? 'text')
    return type === 'object' || type === 'array' ? 'JSON' : type
  })
  return words.join() === 'boolean' ? undefined : [...new Set(words)].join(' or ')
}

/** What a value must be besides its type; a range of numbers is in the entry already. */
function limitsOf({ minLength, maxLength, pattern, exclusiveMinimum, exclusiveMaximum }: Form): string[] {
  return [
    ...(minLength !== undefined && maxLength !== undefined ? [`${minLength} to ${maxLength} characters`] : []),
    ...(minLength !== undefined && maxLength === undefined && minLength > 1 ? [`${minLength} characters or more`] : []),
    ...(minLength === 1 && maxLength === undefined ? ['not empty'] : []),
    ...(minLength === undefined && maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`below ${exclusiveMaximum}`]),
  ]
}

function countOf({ minItems, maxItems }: Form): string[] {
  if (minItems !== undefined && maxItems !== undefined) return [`${minItems} to ${maxItems} of them`]
  if (minItems !== undefined) return [`${minItems} or more`]
  return maxItems === undefined ? [] : [`at most ${maxItems}`]
}

/** As a description tells them that was not made by us. */
export function foreignParameters(parameters: readonly (Argument | Option)[]): SkillParameter[] {
  return parameters.map((parameter) => {
    const isSecret = parameter['x-atip']?.value?.kind === 'secret'
    return { ...foreignTypes(parameter), entry: foreignEntry(parameter, isSecret), limits: [], isSecret, isText: false }
  })
}

function foreignTypes(parameter: Argument | Option): Pick<SkillParameter, 'type' | 'effects'> {
  const { type, items } = parameter
  const value = type === 'array' ? (items?.type ?? 'string') : type
  const isPlain = value === 'enum' || value === 'boolean'
  return { type: isPlain ? undefined : (FOREIGN_TYPES[value] ?? value), effects: parameter['x-atip']?.effects }
}

const FOREIGN_TYPES: Readonly<Record<string, string | undefined>> = { string: 'text', directory: 'folder', url: 'URL' }
const PLACEHOLDERS: Readonly<Record<string, string | undefined>> = {
  file: 'FILE',
  directory: 'DIR',
  url: 'URL',
  integer: 'N',
  number: 'N',
  enum: 'CHOICE',
}

function foreignEntry(parameter: Argument | Option, isSecret: boolean): HelpEntry {
  const { name, type, items, flags = [], description = '', required, variadic } = parameter
  const choices = parameter.enum ?? items?.enum
  const value = type === 'array' ? (items?.type ?? 'string') : type
  const isSwitch = flags.length > 0 && value === 'boolean'
  const isMultiple = (variadic === true || type === 'array') && !isSwitch
  const env = (parameter as Option).envVar
  return {
    flags: [...flags],
    ...(!isSwitch && { placeholder: flags.length === 0 ? kebab(name).toUpperCase() : (PLACEHOLDERS[value] ?? 'TEXT') }),
    description,
    ...(parameter.default !== undefined && !isSecret && { default: parameter.default }),
    ...(choices && !isSecret && { choices: choices.map(String) }),
    ...(env && { env }),
    // Of an argument it holds unless the description says otherwise.
    ...((flags.length === 0 ? required !== false : required === true) && { required: true as const }),
    ...(isMultiple && { multiple: true as const }),
  }
}
