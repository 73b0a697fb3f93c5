import {
  findCommand,
  humanise,
  inheritedEffects,
  isGroup,
  plainEffects,
  type Argument,
  type AtipTool,
  type Command,
  type CommandNode,
  type Option,
} from '@atip/protocol'
import { cut, displayWidth, padEnd, printable, styleFor, wrap, type Screen, type Style } from 'tooli/terminal'
import { effectClassOf, MEANINGS } from '@atip/guard/effects'
import { incidentalWords } from '../incidental-words.js'
import { verdictPaint, verdictWord } from '../verdict-words.js'
import { count } from '../words.js'
import { effectLines, isDangerous, type EffectLine } from './effect-words.js'

/** The facts from the catalog that are displayed with a description. */
export interface CatalogFacts {
  path?: string
  hash?: string
  /** The trust in the program, and its origin. */
  trust?: { level: string; from: string }
  layers?: readonly string[]
  notes?: readonly string[]
  /** The layer of each displayed field, by JSON pointer. */
  sources?: Readonly<Record<string, string>>
  /** The registry that a shim comes from, and who vouches for it. */
  registry?: {
    name: string
    url: string
    signer?: { identity: string; issuer?: string }
    isTrusted: boolean
  }
}

export type ShownTool = AtipTool & { 'x-atip-catalog'?: CatalogFacts }

/** One command of a tool, or the tool itself, as a page of text. */
export function showText(tool: ShownTool, { width, color }: Screen): string {
  const style = styleFor(color)
  const path = shownPath(tool)
  const node = findCommand(tool, path) ?? { path: [], command: { description: tool.description }, lineage: [tool] }
  const group = groupAt(tool, path)
  const name = [tool.name, ...path].join(' ')
  const { command } = node
  const options = command.options ?? []
  const effects = inheritedEffects(node.lineage)
  const verdict = effectClassOf(plainEffects(effects, command.arguments ?? []), undefined)
  const isOnlyGroup = isGroup(group) && command.arguments === undefined && Object.keys(effects).length === 0
  return [
    ...heading(name, path.length === 0 ? tool.description : command.description, width, style),
    ...(isOnlyGroup
      ? []
      : [
          `  ${verdictPaint(verdict, style)(MEANINGS[verdict])}${hasNamed(group) ? ' (When called without a command.)' : ''}`,
        ]),
    ...(isOnlyGroup
      ? []
      : incidentalWords(incidentalOf(node)).flatMap((text) =>
          wrap(text, Math.max(20, width - 2)).map((line) => `  ${line}`),
        )),
    ...originLines(tool['x-atip-catalog'], width, style),
    ...section('Usage', usageLines(name, node, group, width), style),
    ...(isOnlyGroup
      ? []
      : section(
          hasNamed(group) ? 'What it does without a command' : 'What it does',
          effectTable(effectLines(effects, command), width, style),
          style,
        )),
    ...section('Commands', commandLines(group, [tool], width, style), style),
    ...section('Arguments', (command.arguments ?? []).flatMap(argumentRow(width)), style),
    ...section('Options', optionLines(options, width, style), style),
    ...section('Global options', optionLines(path.length > 0 ? [] : (tool.globalOptions ?? []), width, style), style),
    ...section(
      'Examples',
      (command.examples ?? []).map((line) => `  ${printable(line)}`),
      style,
    ),
    ...section('Where this comes from', sourceLines(tool['x-atip-catalog'], width), style),
    ...notesOf(tool, width, style),
  ].join('\n')
}

/** The nearest statement applies. */
function incidentalOf({ lineage }: Pick<CommandNode, 'lineage'>) {
  return lineage.map((one) => one['x-atip']?.incidental).findLast((one) => one !== undefined)
}

/** The one requested command; the whole tool if none or several were requested. */
function shownPath({ filter }: AtipTool): string[] {
  const [only, ...more] = filter?.commands ?? []
  return only === undefined || more.length > 0 ? [] : only.split('/').filter((part) => part !== '')
}

function groupAt(tool: AtipTool, path: readonly string[]): Command {
  let here: Pick<Command, 'commands'> = tool
  for (const name of path) {
    const commands = here.commands ?? {}
    here = Object.hasOwn(commands, name) ? commands[name]! : {}
  }
  return here as Command
}

/** Whether it has more commands than the one without a name, which is the tool itself. */
function hasNamed(group: Command): boolean {
  return group._truncated === true || Object.keys(group.commands ?? {}).some((name) => name !== '')
}

function heading(name: string, description: string, width: number, style: Style): string[] {
  const said = printable(description)
  const whole = said === '' ? name : `${name}: ${said}`
  const [first = '', ...rest] = wrap(whole, width)
  return [first.startsWith(name) ? style.bold(name) + first.slice(name.length) : first, ...rest]
}

function originLines(facts: CatalogFacts | undefined, width: number, style: Style): string[] {
  if (facts === undefined) return []
  const { path, hash, layers = [], trust, registry } = facts
  const known = layers.length > 0 ? `Source: ${layers.map(layerWords).join(', ')}` : 'Source: none'
  const parts = [...(path === undefined ? [] : [printable(path)]), ...(hash ? [hash.slice(0, 19)] : []), known]
  const vouched = registry?.isTrusted === true ? [`Description: verified, ${registryWords(registry)}`] : []
  const trusted = trust === undefined ? [] : [`Program: ${trust.level}, ${printable(trust.from)}`]
  return [parts.join('  '), ...vouched, ...trusted]
    .flatMap((text) => wrap(text, Math.max(20, width - 2)))
    .map((line) => `  ${style.dim(line)}`)
}

const LAYER_WORDS: Readonly<Record<string, string>> = {
  override: 'your override',
  native: 'native',
  'local-shim': 'your own description',
  'registry-shim': 'registry',
  curated: 'curated',
  generated: 'generated from its help and manual page',
}

export function layerWords(layer: string): string {
  return LAYER_WORDS[layer] ?? printable(layer)
}

function section(title: string, lines: readonly string[], style: Style): string[] {
  return lines.length === 0 ? [] : ['', style.bold(title), ...lines]
}

function usageLines(name: string, { command }: CommandNode, group: Command, width: number): string[] {
  const operands = (command.arguments ?? []).map(({ name: word, required, variadic }) => {
    const whole = `${word}${variadic === true ? '...' : ''}`
    return required === false ? `[${whole}]` : whole
  })
  const words = [
    name,
    ...((command.options ?? []).length > 0 ? ['[OPTIONS]'] : []),
    ...operands,
    ...(hasNamed(group) && operands.length === 0 ? ['COMMAND'] : []),
  ]
  return wrap(printable(words.join(' ')), Math.max(20, width - 2)).map((line) => `  ${line}`)
}

function effectTable(lines: readonly EffectLine[], width: number, style: Style): string[] {
  const told = lines.filter(({ answer, worseWith }) => answer !== 'not known' || worseWith.length > 0)
  const unknown = lines.filter((line) => !told.includes(line)).map(({ question }) => question)
  const column = Math.max(0, ...told.map(({ question }) => question.length))
  const rows = told.flatMap(({ question, answer, isDanger, worse, worseWith }) => {
    const start = `  ${padEnd(question, column)}  ${isDanger ? style.red(answer) : answer}`
    if (worseWith.length === 0) return [start]
    const [first = '', ...more] = wrap(
      printable(`${worse} with ${worseWith.join(', ')}`),
      Math.max(20, width - column - 15),
    )
    const gap = ' '.repeat(11 - answer.length)
    return [start + gap + style.yellow(first), ...more.map((line) => ' '.repeat(column + 15) + style.yellow(line))]
  })
  if (unknown.length === 0) return rows
  return [...rows, ...wrap(`unknown: ${unknown.join(', ')}`, Math.max(20, width - 2)).map((line) => `  ${line}`)]
}

function argumentRow(width: number): (argument: Argument) => string[] {
  return ({ name, description: said, enum: choices }) => {
    const description = wordsOf(name, said)
    const values = choices === undefined ? '' : ` [${choices.join('|')}]`
    return row(name, `${description}${values}`, width)
  }
}

function optionLines(options: readonly Option[], width: number, style: Style): string[] {
  return options.flatMap((option) => {
    const value = option.type === 'boolean' ? '' : ` ${valueWord(option)}`
    const danger = isDangerous(option) ? style.red('(destructive) ') : ''
    const said = printable(wordsOf(option.name, option.description))
    return row(`${option.flags.join(', ')}${value}`, `${danger}${said}`, width)
  })
}

/** The description, unless it only repeats the name. */
function wordsOf(name: string, said = ''): string {
  return said.toLowerCase() === humanise(name).toLowerCase() ? '' : said
}

function valueWord({ enum: choices, type }: Option): string {
  if (choices !== undefined && choices.length > 0 && choices.join('|').length <= 24) return choices.join('|')
  return type.toUpperCase()
}

/** A name and its text: on one line if both fit, else on two. */
function row(name: string, text: string, width: number): string[] {
  const left = printable(name)
  const lines = wrap(text, Math.max(20, width - COLUMN), 'keep')
  const indent = ' '.repeat(COLUMN)
  if (displayWidth(left) > COLUMN - 4) return [`  ${left}`, ...lines.filter(Boolean).map((line) => indent + line)]
  return lines.map((line, index) => (index === 0 ? `  ${padEnd(left, COLUMN - 2)}${line}` : indent + line).trimEnd())
}

const COLUMN = 28

function commandLines(group: Command, lineage: readonly AtipTool[], width: number, style: Style): string[] {
  const children = Object.entries(group.commands ?? {}).filter(([name]) => name !== '')
  const column = Math.min(24, Math.max(0, ...children.map(([name]) => displayWidth(name)))) + 2
  return children.map(([name, command]) => {
    const own = command.commands?.['']
    const effects = inheritedEffects([...lineage, command, ...(own ? [own] : [])])
    const verdict = effectClassOf(plainEffects(effects, command.arguments ?? []), undefined)
    const mark = isGroup(command) ? '...' : verdictWord(verdict)
    const painted = isGroup(command) ? style.dim(padEnd(mark, 12)) : verdictPaint(verdict, style)(padEnd(mark, 12))
    const room = Math.max(10, width - column - 16)
    return `  ${padEnd(printable(name), column)}${painted}  ${cut(printable(wordsOf(name, command.description)), room)}`.trimEnd()
  })
}

function sourceLines({ sources, registry }: CatalogFacts = {}, width: number): string[] {
  const entries = Object.entries(sources ?? {})
  if (entries.length === 0) return []
  const rest = entries.length === 1 ? 'everything' : 'everything else'
  return [
    ...entries.flatMap(([pointer, layer]) => row(pointer || rest, layerWords(layer), width)),
    ...(registry === undefined ? [] : row('registry', registryWords(registry), width)),
  ]
}

function registryWords({ name, url, signer, isTrusted }: NonNullable<CatalogFacts['registry']>): string {
  const issuer = signer?.issuer === undefined ? '' : ` (${signer.issuer})`
  const who = signer === undefined ? 'not signed by anyone you trust' : `signed by ${signer.identity}${issuer}`
  return printable(`${name}, ${url}, ${who}${isTrusted ? '' : '; it can only add warnings'}`)
}

function notesOf(tool: ShownTool, width: number, style: Style): string[] {
  const { partial, totalCommands, includedCommands } = tool
  const hidden = (totalCommands ?? 0) - (includedCommands ?? 0)
  const isOneCommand = shownPath(tool).length > 0
  const notes = [
    ...(partial === true && hidden > 0 && !isOneCommand ? [`${count(hidden, 'more command')} not shown.`] : []),
    ...(tool['x-atip-catalog']?.notes ?? []),
  ]
  return notes.length === 0 ? [] : ['', ...notes.flatMap((note) => wrap(printable(note), width)).map(style.dim)]
}
