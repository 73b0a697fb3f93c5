import { humanise, isMultiple, type Argument, type Option } from '@atip/protocol'
import { authorText } from './author-text.js'
import { dangersOf } from './dangers.js'
import { bracketed } from './flags.js'

/**
 * A model's description of a parameter: the author's text or its name (decision 3), what kind of text it is (decision
 * 32), its default (decision 34), and its dangers. Nothing is cut: providers limit the descriptions of tools, not those
 * of parameters.
 */
export function describeParameter(parameter: Argument | Option, remarks: readonly string[] = []): string {
  let text = authorText(parameter.description)
  if (text === '') text = humanise(authorText(parameter.name)) || 'value'
  const kind = kindOf(parameter)
  if (kind !== undefined) text = withRemark(text, kind)
  for (const remark of remarks) text = withRemark(text, remark)
  if (parameter.default !== undefined) text = withRemark(text, `(default: ${shown(parameter.default)})`)
  const extension = parameter['x-atip']
  if (extension === undefined) return text
  const flags = bracketed(dangersOf([extension, ...(extension.cases ?? [])]))
  return flags === '' ? text : `${text} ${flags}`
}

function withRemark(text: string, remark: string): string {
  return text.includes(remark) ? text : `${text} ${remark}`
}

function kindOf(parameter: Argument | Option): string | undefined {
  const type = parameter.type === 'array' ? parameter.items?.type : parameter.type
  const plural = isMultiple(parameter) ? 's' : ''
  if (type === 'file') return `(file path${plural})`
  if (type === 'directory') return `(directory path${plural})`
  return type === 'url' ? `(URL${plural})` : undefined
}

function shown(value: unknown): string {
  return authorText(typeof value === 'string' ? value : JSON.stringify(value))
}
