import { parseArgv } from '@atip/protocol'
import type { Io } from '../call/io.js'
import { failure } from '../call/outcome.js'
import { foreignOf } from '../define/foreign.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import type { CompletionTree, Shell } from '../describe/completion/types.js'
import type { HelpPage } from '../describe/help-page.js'
import { EXIT } from '../errors/error.js'
import { readManifest, type Manifest } from '../manifest/read-manifest.js'
import type { BuiltInValues } from '../model/built-in-flags.js'
import type { CommandModel, NodeModel } from '../model/model.js'
import { addedCommandOf, loadCommand, ownOf } from '../model/tree.js'
import { modeFor, print, wantsColor } from '../output/print.js'
import { findTarget, type FoundNode } from '../parse/find-node.js'
import { readFlagsOnly, readLine, readPart } from '../parse/read-line.js'
import { builtInCommand } from './built-in-command.js'

type Cli = CliDefinition<CommandMap>

/** Answers questions about the tool; undefined for an ordinary call, and for a command that does not exist. */
export async function answerQuestion(cli: Cli, words: readonly string[], io: Io): Promise<number | undefined> {
  const manifest = manifestOf(cli)
  if (words[0] === '__complete') return answerCompletion(cli, words.slice(1), io, manifest)
  if (words[0] === 'completion' && words.length === 2 && cli.commands?.completion === undefined) {
    const { SHELLS } = await import('../describe/completion/types.js')
    const shell = SHELLS.find((name) => name === words[1])
    if (shell !== undefined) return printScript(cli, shell, io)
  }
  if (manifest !== undefined) {
    const { answerFromManifest } = await import('../manifest/answer.js')
    const text = answerFromManifest(manifest, words)
    if (text !== undefined) return say(text, io)
  }
  const found = await lookAt(cli, words, manifest)
  if (found === undefined) return undefined
  const { flags } = found
  if (flags.version === true) return say(`${cli.version}\n`, io)
  if (asksToDescribe(words)) return describeForAgents(cli, words, flags, io, manifest)
  if (flags.help === true || words.length === 0) return showHelp(cli, found, io, manifest)
  return undefined
}

/** In some programs `--agent` is a mode of work. Here it only prints, even in place of an expected value. */
function asksToDescribe(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end === -1 ? words.length : end).includes('--agent')
}

function manifestOf({ manifest, name, version }: Cli): Manifest | undefined {
  return manifest === undefined ? undefined : readManifest(manifest, { name, version }).manifest
}

interface Found {
  node: NodeModel
  flags: BuiltInValues
}

/**
 * The part of the tool that the words name, and the flags for it; undefined if a word names no command. With a
 * manifest, no command is loaded.
 */
async function lookAt(cli: Cli, words: readonly string[], manifest: Manifest | undefined): Promise<Found | undefined> {
  const builtIn = await builtInCommand(cli, words)
  const found: FoundNode =
    builtIn === undefined
      ? await findTarget(cli, words)
      : { node: addedCommandOf(cli, builtIn, words[0]!), stranger: undefined }
  const { node: target, group, stranger } = found
  if (stranger !== undefined) return undefined
  // tooli answers this line, so a foreign program's own flags mean nothing here.
  if (target.kind === 'group' || foreignOf(cli) !== undefined) return { node: target, flags: readFlagsOnly(cli, words) }
  if (target.kind === 'lazy' && manifest !== undefined) {
    const { help, agent, version } = parseArgv(manifest.agent, [cli.name, ...words]).options
    const flags = {
      ...readFlagsOnly(cli, words),
      help: help === true,
      agent: agent === true,
      version: version === true,
    }
    return { node: group ?? target, flags }
  }
  const model: CommandModel = target.kind === 'lazy' ? await loadCommand(target) : target
  return { node: group ?? model, flags: readLine(cli.name, model, words).flags }
}

async function showHelp(cli: Cli, { node, flags }: Found, io: Io, manifest: Manifest | undefined): Promise<number> {
  const { renderHelp } = await import('../describe/help.js')
  const known = manifest?.help[node.path.join(' ')] as HelpPage | undefined
  const page = known ?? (await pageOf(cli, node))
  const mode = modeFor(flags, io, cli.defaultOutput)
  if (mode === 'json' && flags.output === 'json') return say(`${JSON.stringify(page)}\n`, io)
  const screen = { width: io.columns, color: wantsColor(flags, io, io.isTerminal) }
  if (flags.help !== true && page.overview !== undefined) {
    const { renderOverview } = await import('../describe/overview.js')
    return say(renderOverview(page, page.overview, screen), io)
  }
  return say(renderHelp(page, screen), io)
}

async function pageOf(cli: Cli, node: NodeModel): Promise<HelpPage> {
  const { helpPageOf } = await import('../describe/help-page.js')
  if (node.kind === 'lazy') return helpPageOf(cli, await loadCommand(node))
  const own = node.kind === 'group' ? ownOf(node) : undefined
  return helpPageOf(cli, node, own?.kind === 'lazy' ? await loadCommand(own) : own)
}

async function describeForAgents(
  cli: Cli,
  words: readonly string[],
  flags: BuiltInValues,
  io: Io,
  manifest: Manifest | undefined,
): Promise<number> {
  const { describeTool } = await import('../describe/agent.js')
  const { agentDocument } = await import('../describe/agent-document.js')
  const { printDocument } = await import('../manifest/answer.js')
  let text: string
  try {
    text = printDocument(agentDocument(manifest?.agent ?? (await describeTool(cli)), readPart(cli, words)))
  } catch (error) {
    const failed = failure(error, { tool: cli.name, version: cli.version, command: '' })
    await print(failed, modeFor(flags, io, cli.defaultOutput), flags, io, {})
    return failed.exitCode
  }
  return say(text, io)
}

async function answerCompletion(
  cli: Cli,
  words: readonly string[],
  io: Io,
  manifest: Manifest | undefined,
): Promise<number> {
  const { answerCompletion: answer } = await import('../describe/completion/answer.js')
  return say(await answer(cli, words, io, (manifest?.completion ?? undefined) as CompletionTree | undefined), io)
}

async function printScript(cli: Cli, shell: Shell, io: Io): Promise<number> {
  const { completionScript } = await import('../describe/completion/scripts/script.js')
  return say(completionScript(shell, cli.name), io)
}

function say(text: string, io: Io): number {
  io.write(text.endsWith('\n') || text === '' ? text : `${text}\n`)
  return EXIT.ok
}
