import type { BuiltInFlag } from '../model/built-in-flags.js'
import type { ParameterModel } from '../model/model.js'
import { typesOf } from '../model/parameters.js'
import { shownName } from '../model/shown-name.js'
import { choicesOf, holdsSecret } from '../model/to-atip.js'
import type { Form } from '../schema/form.js'

/** One argument or option as help shows it. */
export interface HelpEntry {
  /** Empty for an argument, which is shown by its placeholder. */
  flags: string[]
  /** Absent for a switch. */
  placeholder?: string
  description: string
  default?: unknown
  choices?: string[]
  /** `1..100` */
  range?: string
  env?: string
  required?: true
  multiple?: true
  deprecated?: true
  /** Relations to other options: "not with --all". */
  notes?: string[]
}

export function entryOf(parameter: ParameterModel): HelpEntry {
  const { form, hints, flags, isRequired, isMultiple } = parameter
  const value = isMultiple ? (form.items ?? {}) : form
  const choices = choicesOf(value)?.map(String)
  const placeholder = placeholderOf(parameter, value)
  const range = hints.count === true ? undefined : rangeOf(value)
  const notes = [...(parameter.notes ?? []), ...(hints.prompt && isRequired ? ['asked for on a terminal'] : [])]
  return {
    flags: [...flags],
    ...(placeholder && { placeholder }),
    description: form.description ?? '',
    ...(form.default !== undefined && hints.count !== true && !holdsSecret(form) && { default: form.default }),
    ...(choices && choices.join('|') !== placeholder && { choices }),
    ...(range && { range }),
    ...(hints.env && { env: hints.env }),
    ...(isRequired && { required: true }),
    ...((isMultiple || parameter.isMap || hints.count) && { multiple: true }),
    ...(form.deprecated === true && { deprecated: true }),
    ...(notes.length > 0 && { notes }),
  }
}

export function builtInEntryOf({ flags, placeholder, description, choices }: BuiltInFlag): HelpEntry {
  return {
    flags: [...flags],
    ...(placeholder && { placeholder }),
    description,
    ...(choices && { choices: [...choices] }),
  }
}

// Longer lists of choices would push the descriptions of all options to the right.
const SHORT_CHOICES = 16

function placeholderOf(parameter: ParameterModel, value: Form): string | undefined {
  const { kind, hints, isMap } = parameter
  if (kind === 'argument') return shownName(parameter)
  if (hints.placeholder !== undefined) return hints.placeholder
  if (hints.count === true) return undefined
  if (isMap === true) return 'KEY=VALUE'
  if (hints.secret === true) return '@FILE'
  const choices = choicesOf(value)?.join('|')
  if (choices !== undefined) return choices.length <= SHORT_CHOICES ? choices : 'CHOICE'
  const path = hints.path ?? value['x-cli']?.path
  if (path !== undefined) return { file: 'FILE', directory: 'DIR', any: 'PATH' }[path.kind]
  if (hints.url === true) return 'URL'
  const [type, ...others] = typesOf(value)
  const format = type === 'string' ? FORMATS[value.format ?? ''] : undefined
  return format ?? (type === undefined || others.length > 0 ? 'VALUE' : TYPES[type])
}

const TYPES: Readonly<Record<string, string | undefined>> = {
  string: 'TEXT',
  integer: 'N',
  number: 'N',
  object: 'JSON',
  array: 'JSON',
}

const FORMATS: Readonly<Record<string, string | undefined>> = {
  uri: 'URL',
  email: 'EMAIL',
  date: 'DATE',
  'date-time': 'TIME',
  uuid: 'UUID',
}

function rangeOf({ minimum, maximum }: Form): string | undefined {
  // Schema libraries write "any safe integer" as numbers, which say nothing to a reader.
  const least = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined
  if (least !== undefined && most !== undefined) return `${least}..${most}`
  if (least !== undefined) return `at least ${least}`
  return most === undefined ? undefined : `at most ${most}`
}
