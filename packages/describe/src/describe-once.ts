import { createHash } from 'node:crypto'
import { isEmpty, readText, type FoundCommand } from '@atip/generate'
import type { Sandbox } from '@atip/sandbox'
import { askHelp, askMore } from './ask-help.js'
import { completionsAbout } from './completion/about.js'
import { SYSTEM_PREFIXES } from './completion/find-file.js'
import type { StaticPlaces } from './describe-static.js'
import { describeTexts, type Description } from './describe-texts.js'
import { manualAbout } from './manual/about.js'
import { createPageFinder } from './manual/find-page.js'
import { mayHaveCommands } from './may-have-commands.js'
import type { DescribedCommand } from './source/subject.js'

/** The result of finding texts about a tool or a command and of asking it for help. */
export interface DescribeOutcome {
  /** Absent if no text says anything, or if there is no such command. */
  description?: Description
  notes: string[]
  /** Identifies the help text: a word that gets the same help as its parent command is not a command. */
  helpDigest?: string
  /** Help was wanted, but no sandbox works here. With a sandbox there may be more to find. */
  isHelpMissing: boolean
}

export interface OnceOptions extends StaticPlaces {
  /** Opens the sandbox. Called only if the program has to run. */
  sandbox?: () => Promise<Sandbox | undefined>
  /** The help digest of the parent command. Called only to compare. */
  helpAbove?: () => Promise<string | undefined>
  signal?: AbortSignal
}

/**
 * Describes a tool, or one of its commands, from existing texts and from its help.
 *
 * The tool itself is always asked: of 2,799 long options of 158 tools, 570 were only in help, lists of commands are
 * there, and running it costs less than reading a long manual page. A command with a manual page is not asked, unless
 * the page hints at subcommands: `git push --help` would only show that page.
 */
export async function describeOnce(subject: DescribedCommand, options: OnceOptions = {}): Promise<DescribeOutcome> {
  const { finder = createPageFinder(), prefixes = SYSTEM_PREFIXES, signal } = options
  const manual = manualAbout(subject, finder)
  const page = manual.text
  const notes = [...manual.notes]
  const sources = page === undefined ? [] : [page.file]
  if (page !== undefined && !page.isFromAbove && subject.path.length > 0 && isEnough(page.found)) {
    return outcomeOf(
      describeTexts(subject, { help: [], manual: page.found, completions: [] }, { sources, notes }),
      notes,
    )
  }
  const sandbox = await options.sandbox?.()
  const unasked = options.sandbox === undefined ? OFFLINE : NO_SANDBOX
  const help =
    sandbox === undefined ? unasked : await helpAbout(subject, sandbox, { ...options, hasPage: page !== undefined })
  signal?.throwIfAborted()
  if (help.reason !== undefined) {
    notes.push(`${lineOf(subject)} ${help.wasAsked ? 'gave no help' : 'was not asked for help'}: ${help.reason}`)
  }
  sources.push(...help.sources)
  const completions = help.isNoCommand || !isThin(help.texts, page?.found) ? [] : completionsAbout(subject, prefixes)
  sources.push(...completions.map(({ file }) => file))
  const texts = { help: help.texts, manual: page?.found, completions: completions.map(({ found }) => found) }
  return {
    ...outcomeOf(describeTexts(subject, texts, { sources, notes }), notes),
    ...(help.digest !== undefined && { helpDigest: help.digest }),
    isHelpMissing: !help.wasAsked,
  }
}

function outcomeOf(description: Description | undefined, notes: string[]): DescribeOutcome {
  return { ...(description && { description }), notes: description?.notes ?? notes, isHelpMissing: false }
}

function isEnough(page: FoundCommand): boolean {
  return page.options.length + page.arguments.length > 0 && !mayHaveCommands(page)
}

/** Completions are long and say least, so they are read only if nothing else was found, or no list of commands. */
function isThin(help: readonly FoundCommand[], page: FoundCommand | undefined): boolean {
  if (help.length > 0) return false
  return page === undefined || page.options.length === 0 || mayHaveCommands(page)
}

interface HelpTexts {
  texts: FoundCommand[]
  sources: string[]
  wasAsked: boolean
  /** The program answered as if the last word were missing. */
  isNoCommand: boolean
  digest?: string
  reason?: string
}

const NOTHING_SAID: HelpTexts = { texts: [], sources: [], wasAsked: true, isNoCommand: false }
const NO_SANDBOX: HelpTexts = { ...NOTHING_SAID, wasAsked: false, reason: 'no sandbox works here' }
const OFFLINE: HelpTexts = { ...NO_SANDBOX, reason: 'only files were to be read' }

async function helpAbout(
  subject: DescribedCommand,
  sandbox: Sandbox,
  options: OnceOptions & { hasPage: boolean },
): Promise<HelpTexts> {
  const { name, path, program } = subject
  const asking = options.signal === undefined ? {} : { signal: options.signal }
  const help = await askHelp(sandbox, program.path, path, {
    ...asking,
    shortFirst: path.length > 0 && options.hasPage,
  })
  if (!help.ok) {
    return { ...NOTHING_SAID, wasAsked: help.wasStarted, ...(help.reason !== undefined && { reason: help.reason }) }
  }
  const digest = digestOf(help.text)
  if (!isAboutPath(help.text, subject)) return { ...NOTHING_SAID, digest }
  if (path.length > 0 && digest === (await options.helpAbove?.())) return { ...NOTHING_SAID, digest, isNoCommand: true }
  const more = path.length > 0 ? undefined : await askMore(sandbox, program.path, help.text, options.signal)
  const said = [help, ...(more === undefined ? [] : [more])].map(({ text, argv }) => ({
    found: readText(text, { name, path: [...path] }, isManualPage(text) ? 'man' : 'help'),
    source: [name, ...argv.slice(1)].join(' '),
  }))
  const useful = said.filter(({ found }) => !isEmpty(found))
  const texts = useful.map(({ found }) => found)
  return { ...NOTHING_SAID, texts, sources: useful.map(({ source }) => source), digest }
}

/** `git push --help` shows the manual page. */
function isManualPage(text: string): boolean {
  return /^\s*[\w.+-]+\(\d\w*\)\s/.test(text)
}

/** For `remote add`, git shows the page about `remote`. */
function isAboutPath(text: string, { name, path }: DescribedCommand): boolean {
  const title = /^\s*([\w.+-]+)\(\d\w*\)\s/.exec(text)?.[1]?.toLowerCase()
  if (title === undefined || path.length === 0) return true
  return [[name, ...path].join('-'), [name, ...path].join('_')].some((page) => page.toLowerCase() === title)
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function lineOf({ name, path }: DescribedCommand): string {
  return JSON.stringify([name, ...path].join(' '))
}
