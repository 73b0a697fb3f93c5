import { optionRow } from '../../describe/help-term.js'
import type { SkillParameter } from '../tool/skill-parameter.js'
import { addedWords } from './effect-words.js'
import { code, inline } from './markdown.js'

/** `- `-w, --width N` (integer, default `800`): New width in pixels` */
export function parameterLine(parameter: SkillParameter): string {
  const { entry } = parameter
  const { term, value } = optionRow(entry, false)
  const written = entry.flags.length > 0 ? term + value : wordOf(parameter)
  const notes = notesOf(parameter)
  const description = inline(entry.description)
  return `- ${code(written)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}${description && `: ${description}`}`
}

/** `[FILE...]`, as in a line of usage. */
export function usageWord(parameter: SkillParameter): string {
  return parameter.entry.required ? wordOf(parameter) : `[${wordOf(parameter)}]`
}

function wordOf({ entry: { placeholder = '', multiple } }: SkillParameter): string {
  return `${placeholder}${multiple ? '...' : ''}`
}

/** Placeholders that already state the type. */
const TELLING: Readonly<Record<string, string | undefined>> = {
  text: 'TEXT',
  file: 'FILE',
  folder: 'DIR',
  path: 'PATH',
  URL: 'URL',
  JSON: 'JSON',
}

function notesOf({ entry, type, shape, limits, key, effects }: SkillParameter): string[] {
  const isOption = entry.flags.length > 0
  const added = effects === undefined ? '' : addedWords(effects)
  return [
    ...(type !== undefined && TELLING[type] !== entry.placeholder ? [type] : []),
    ...(shape === undefined || shape === 'object' ? [] : [code(shape)]),
    ...(isOption && entry.required ? ['required'] : []),
    ...(!isOption && !entry.required && entry.default === undefined ? ['optional'] : []),
    ...(isOption && entry.multiple ? ['repeatable'] : []),
    ...(entry.choices ? [`one of ${entry.choices.map(code).join(', ')}`] : []),
    ...(entry.range ? [entry.range] : []),
    ...limits.map(limitText),
    ...(entry.env ? [`env ${code(entry.env)}`] : []),
    ...presetText(entry.default),
    ...(key === undefined ? [] : [`key ${code(key)}`]),
    ...(added === '' ? [] : [`with it: ${added}`]),
    ...(entry.notes ?? []).map(inline),
    ...(entry.deprecated ? ['deprecated'] : []),
  ]
}

function limitText(limit: string): string {
  const pattern = /^matches (.*)$/s.exec(limit)?.[1]
  return pattern === undefined ? limit : `matches ${code(pattern)}`
}

/** A default that is off or empty is not shown. */
function presetText(preset: unknown): string[] {
  if (preset === undefined || preset === null || preset === false || preset === '') return []
  if (preset === true) return ['default on']
  if (Array.isArray(preset) && preset.length === 0) return []
  const words = Array.isArray(preset) ? preset : [preset]
  return [`default ${words.map((word) => code(typeof word === 'string' ? word : JSON.stringify(word))).join(' ')}`]
}
