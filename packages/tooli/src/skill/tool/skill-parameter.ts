import type { Argument, Effects, Option } from '@atip/protocol'
import { entryOf, type HelpEntry } from '../../describe/help-entry.js'
import type { ParameterModel } from '../../model/model.js'
import { typesOf, withInner } from '../../model/parameters.js'
import { kebab } from '../../model/shown-name.js'
import { choicesOf, holdsSecret } from '../../model/to-atip.js'
import type { Form } from '../../schema/form.js'
import { shapeOf } from './shape.js'

/** An argument or option as described in a skill. */
export interface SkillParameter {
  entry: HelpEntry
  /** `text`, `integer`, `file`; undefined for a switch, or if choices say it. */
  type?: string | undefined
  /** The shape of a value in JSON. */
  shape?: string | undefined
  limits: string[]
  /** The key in the JSON of `--input`, if it does not follow from the flag or placeholder. */
  key?: string | undefined
  isSecret: boolean
  /** A text for which `-` reads stdin. */
  isText: boolean
  /** The effects that the option adds to those of the command. */
  effects?: Effects | undefined
}

/** The visible parameters of a command, and required ones even if hidden. */
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
    // The choices of a secret are not shown.
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

/** The constraints of a value besides its type; a range of numbers is in the entry already. */
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

/** The parameters in a description that tooli did not generate. */
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
    // An argument is required unless the description says otherwise.
    ...((flags.length === 0 ? required !== false : required === true) && { required: true as const }),
    ...(isMultiple && { multiple: true as const }),
  }
}
