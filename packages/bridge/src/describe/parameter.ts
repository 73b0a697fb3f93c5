import { humanise, isMultiple, type Argument, type Option, type ParameterRule } from '@atip/protocol'
import { authorText } from './author-text.js'
import { bracketed, plain, warningsOf } from './flags.js'

/**
 * What a model is told of a parameter: the author's words or its name (decision 3), what kind of text it is
 * (decision 32), its default (decision 34), and what danger comes with it. Nothing is cut: providers limit what is said
 * of a tool, not of its parameters.
 */
export function describeParameter(parameter: Argument | Option, remarks: readonly string[] = []): string {
  let text = authorText(parameter.description)
  if (text === '') text = humanise(authorText(parameter.name)) || 'value'
  const kind = kindOf(parameter)
  if (kind !== undefined) text = withRemark(text, kind)
  for (const remark of remarks) text = withRemark(text, remark)
  if (parameter.default !== undefined) text = withRemark(text, `(default: ${shown(parameter.default)})`)
  if (parameter['x-atip'] === undefined) return text
  const flags = bracketed(dangersOf(parameter))
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

/** What giving this parameter makes worse, with the values that do if only some do. */
function dangersOf({ 'x-atip': extension }: Argument | Option): string[] {
  const flags = new Set<string>()
  for (const rule of [extension!, ...(extension!.cases ?? [])]) {
    // What stands beside "harmless" is what remains of the effects, not what comes on top.
    if (rule.effects === undefined || rule.harmless !== undefined) continue
    const condition = conditionOf(rule)
    for (const flag of warningsOf(rule.effects)) {
      if (!flags.has(flag)) flags.add(condition === '' ? flag : `${flag} ${condition}`)
    }
  }
  return [...flags]
}

const MAX_VALUES = 3
const MAX_VALUE_LENGTH = 20

function conditionOf({ when }: ParameterRule): string {
  if (when === undefined) return ''
  const { is, isNot, startsWith, contains, with: others, without } = when
  const isExact = is !== undefined && isNot === undefined && others === undefined && without === undefined
  const isShort = is !== undefined && is.length <= MAX_VALUES && is.every((value) => value.length <= MAX_VALUE_LENGTH)
  if (isExact && isShort && startsWith === undefined && contains === undefined) return `if ${is.map(plain).join(', ')}`
  return 'in some uses'
}
