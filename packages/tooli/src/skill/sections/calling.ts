import { needsConfirmation } from '../../effects/needs-confirmation.js'
import { isReader } from '../../effects/reader.js'
import type { BuiltInKey } from '../../model/built-in-flags.js'
import { code, inline, listed } from '../markdown/markdown.js'
import type { SkillCommand, SkillTool } from '../tool/skill-tool.js'
import { authentication } from './authentication.js'

/** More names than this are not worth the space: each command says it too. */
const MOST_NAMES = 12

/** Rules for all calls of a tooli tool, as far as they apply to its commands. */
export function calling(tool: SkillTool): string[] {
  const lines = [
    ...outputLines(tool),
    ...inputLines(tool),
    ...safetyLines(tool),
    ...retryLines(tool),
    ...authentication(tool.cli),
  ]
  return [lines.map((line) => `- ${line}`).join('\n')]
}

function outputLines({ cli, commands, flag }: SkillTool): string[] {
  const kept = (key: BuiltInKey) => {
    const name = flag(key)
    return name === undefined || commands.some(({ replaced }) => replaced.has(name)) ? undefined : name
  }
  const lists = commands.some(({ output }) => output === undefined || output.type === 'array')
  const output = flag('output')
  const parts = [
    output ? `\`${output} raw\` prints \`data\` alone` : '',
    kept('fields') ? `\`${kept('fields')} a,b.c\` keeps only these fields of it` : '',
    kept('limit') && kept('cursor') && lists
      ? `\`${kept('limit')} N\` cuts a list, and \`meta.truncated.next\` then holds the flags that get the rest`
      : '',
  ].filter((part) => part !== '')
  const streams = commands.filter((command) => command.streams)
  return [
    `${howToGetJson(cli, output)}: stdout is one JSON document, \`{"ok": true, "data": …, "meta": …}\` or \`{"ok": false, "error": …, "meta": …}\`. "Gives" below is the shape of \`data\`.`,
    ...(parts.length > 0 ? [`${parts.join('; ')}.`] : []),
    ...(streams.length > 0 && output
      ? [`\`${output} jsonl\` prints each entry on a line of its own as soon as it is there: ${names(streams)}.`]
      : []),
  ]
}

/** A tool that prints text by default must be asked for JSON. */
function howToGetJson({ defaultOutput }: SkillTool['cli'], output: string | undefined): string {
  const isDefault = defaultOutput === undefined || defaultOutput === 'json'
  if (output === undefined) return isDefault ? 'Without a terminal' : 'With `TOOLI_OUTPUT=json` in the environment'
  return `Add \`${output} json\`${isDefault ? ' (the default without a terminal)' : ''}`
}

function inputLines({ cli, commands, flag }: SkillTool): string[] {
  const parameters = commands.flatMap((command) => command.parameters)
  if (parameters.length === 0) return []
  const hasText = parameters.some(({ isText, isSecret }) => isText && !isSecret)
  const input = flag('input')
  return [
    ...(input
      ? [
          `\`${input} JSON\` (or \`@FILE\`, or \`-\` for stdin) gives arguments and options as one JSON object, which needs no quoting of values. Keys are in camelCase, \`maxDepth\` for \`--max-depth\`, unless noted; words of the line win over it.`,
        ]
      : []),
    ...(hasText ? ['A text argument or option given as `-` is read from stdin.'] : []),
    ...(parameters.some(({ isSecret }) => isSecret)
      ? ['A secret is given as `@FILE` or `@stdin`, never as the value itself, and shown as `[secret]`.']
      : []),
    ...(cli.config === true
      ? [
          `Options not given may come from ${code(`.${cli.name}.json`)} in the working folder or the user's configuration.`,
        ]
      : []),
  ]
}

function safetyLines({ commands, flag }: SkillTool): string[] {
  const asking = commands.filter(({ effects }) => needsConfirmation(effects))
  const sometimes = commands.filter(
    (command) => !asking.includes(command) && command.parameters.some(({ effects = {} }) => needsConfirmation(effects)),
  )
  const affected = [
    ...(asking.length > 0 ? [names(asking)] : []),
    ...(sometimes.length > 0 ? [`${names(sometimes)} with some options`] : []),
  ]
  return [
    ...(affected.length > 0 ? [`Needs confirmation: ${affected.join('; ')}. ${consent(flag('yes'))}`] : []),
    ...dryRunLines(commands, flag('dryRun')),
    ...policyLines(commands),
  ]
}

function consent(yes: string | undefined): string {
  if (yes === undefined)
    return 'Only the user can do it, on a terminal; elsewhere the call fails with `E3900` and does nothing.'
  return `Ask the user first, and add \`${yes}\` only when the user has agreed to this very call; without it the call fails with \`E3900\` and does nothing.`
}

/** Names the refused commands or the others, whichever are fewer. */
function policyLines(commands: readonly SkillCommand[]): string[] {
  const readers = commands.filter(({ effects }) => isReader(effects))
  const refused = commands.filter((command) => !readers.includes(command))
  if (refused.length === 0) return []
  const which =
    readers.length === 0
      ? 'every command'
      : refused.length < readers.length
        ? names(refused)
        : `all but ${names(readers)}`
  return [`\`TOOLI_POLICY=read-only\` in the environment refuses ${which}. Do not unset it.`]
}

function dryRunLines(commands: readonly SkillCommand[], name: string | undefined): string[] {
  const able = commands.filter(({ dryRun }) => dryRun)
  if (able.length === 0 || name === undefined) return []
  const unable = commands.filter(({ dryRun, effects }) => !dryRun && !isReader(effects))
  const where = unable.length === 0 ? 'every command that changes something has it' : names(able)
  return [`\`${name}\` does nothing and lists in \`meta.plan\` what would be done: ${where}.`]
}

function retryLines({ commands, flag }: SkillTool): string[] {
  const limited = commands.filter(({ timeout }) => timeout !== undefined)
  const limits = limited
    .slice(0, MOST_NAMES)
    .map((command) => `${shortName(command)} after ${inline(command.timeout!)}`)
  const once = commands.filter(({ effects }) => effects.idempotent !== true && !isReader(effects))
  const [timeout, key] = [flag('timeout'), flag('idempotencyKey')]
  return [
    ...(timeout
      ? [`\`${timeout} 30s\` gives up after that time${limits.length > 0 ? `; by default ${listed(limits)}` : ''}.`]
      : []),
    ...(once.length > 0 && key
      ? [
          `\`${key} KEY\` makes it safe to repeat a call that may have been done: the same key and input within a day do it only once. For ${names(once)}.`,
        ]
      : []),
  ]
}

/** `add`, `tag add`; for a tool with only one command, its name. */
export function shortName({ path, line }: SkillCommand): string {
  return code(path.length === 0 ? line : path.join(' '))
}

export function names(commands: readonly SkillCommand[]): string {
  const shown = commands.slice(0, MOST_NAMES).map(shortName)
  const more = commands.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : listed(shown)
}
