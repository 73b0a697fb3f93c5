import type { CliDefinition, CommandMap } from '../../define/types.js'
import type { SkillTool } from '../tool/skill-tool.js'
import { oneLine, sentence } from './markdown.js'

/** The limits of the Agent Skills format. */
const LONGEST_NAME = 64
const LONGEST_DESCRIPTION = 1024
const LONGEST_COMPATIBILITY = 500

/**
 * The limit of the text that describes the commands if an author states no intents; it is in every session's context.
 */
const LONGEST_USES = 400

/**
 * The tool's name as a valid skill name: lower-case letters, digits and single hyphens. Its folder has the same name.
 */
export function skillName({ name }: Pick<CliDefinition<CommandMap>, 'name'>): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return trimHyphens(trimHyphens(words).slice(0, LONGEST_NAME)) || 'tool'
}

function trimHyphens(text: string): string {
  return text.replaceAll(/^-+|-+$/g, '')
}

/** What the tool does and when to use it: the only text that an agent knows before it loads the skill. */
export function skillDescription({ cli, commands, groups }: SkillTool): string {
  const { primaryIntents = [] } = cli.prime ?? {}
  const words = commands.filter(({ path }) => path.length === 1).map(({ description }) => description)
  const uses = (primaryIntents.length > 0 ? primaryIntents : [...words, ...groups.values()]).map(decapitalised)
  const name = oneLine(cli.name)
  const when =
    uses.length === 0
      ? `Use the command-line tool ${name} for this.`
      : `Use the command-line tool ${name} to ${cut(uses.filter((use) => use !== '').join('; '), LONGEST_USES)}`
  // Validators refuse text that looks like a tag.
  const text = [sentence(oneLine(cli.description)), sentence(when)].join(' ').trim()
  return cut(text.replaceAll('<', '‹').replaceAll('>', '›'), LONGEST_DESCRIPTION)
}

/** `Write a note` becomes `write a note` inside a sentence; `PDF files` stays. */
function decapitalised(text: string): string {
  const line = oneLine(text).replace(/\.$/, '')
  return /^\p{Lu}\p{Ll}/u.test(line) ? line.charAt(0).toLowerCase() + line.slice(1) : line
}

/** Cuts text at a word. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const space = text.slice(0, longest - 1)
  const end = space.lastIndexOf(' ')
  return `${(end > longest / 2 ? space.slice(0, end) : space).toWellFormed().replace(/[\uFFFD\s;,]+$/, '')}…`
}

/** The head of the file, between two lines of dashes. */
export function frontmatter(tool: SkillTool): string {
  const { name, version, homepage } = tool.cli
  const needs = cut(`Needs the command ${oneLine(name)} on the PATH`, LONGEST_COMPATIBILITY)
  return [
    '---',
    nameLine(tool.cli),
    `description: ${scalar(skillDescription(tool))}`,
    `compatibility: ${scalar(needs)}`,
    'metadata:',
    `  version: ${scalar(version)}`,
    ...(homepage ? [`  homepage: ${quoted(homepage)}`] : []),
    '---',
  ].join('\n')
}

/** The line that identifies a generated file as that of this tool. */
export function nameLine(cli: Pick<CliDefinition<CommandMap>, 'name'>): string {
  return `name: ${scalar(skillName(cli))}`
}

/** Unquoted only if even simple readers get the same text. */
function scalar(text: string): string {
  // Formatters that prefer other quotes leave it alone, too. A number with two points is not a YAML number.
  if (/^\d+\.\d+\.\d+[\w.+-]*$/.test(text)) return text
  const isPlain = /^[A-Za-z][\w ,.;()'/+-]*$/.test(text) && !text.endsWith(' ')
  return isPlain && !/^(?:true|false|yes|no|on|off|null|y|n|nan|inf)$/i.test(text) ? text : quoted(text)
}

/** JSON is YAML, except for some characters that YAML requires to be escaped. */
function quoted(text: string): string {
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(text.toWellFormed()).replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escape)
}
