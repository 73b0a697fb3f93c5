import { inheritedEffects } from '../effects/inherit.js'
import { isReadOnly } from '../effects/read-only.js'
import type { Lineage } from '../tree.js'
import type { Argument, AtipTool, Effects, Option } from '../types/tool.js'
import { ACTS, ASKS, EVENTS, FORMATS, LOOKS, TELLS, THINGS, WHICH } from './act-words.js'
import { isAddress } from './address.js'
import type { Leftover, ParsedCall } from './call.js'
import { doubtAbout } from './doubted.js'
import { nearest } from './nearest.js'
import { parseArgv } from './parse.js'
import { scopeAt, type Scope } from './scope.js'
import { parameterRules } from './statements.js'

/**
 * The words that may change what a call does although the description does not explain them. A missing operand is a
 * usage error of the tool. `unlisted: no-effect` covers unlisted words, unless they look as if they act.
 */
export function doubtsOf(tool: AtipTool, call: ParsedCall, lineage: Lineage): Leftover[] {
  const isPromised = nearest(lineage, 'unlisted') === 'no-effect'
  const doubts = call.leftovers.flatMap((leftover) => {
    const { reason, index } = leftover
    if (reason === 'missing-argument') return []
    const isUnlisted = reason === 'unknown-option' || reason === 'unexpected-operand'
    // Before the command, an unknown option may have taken the command's name as its value.
    if (!isPromised || !isUnlisted || index <= call.pathEnd) return [leftover]
    const suspicion = suspicionOf(tool, call, lineage, leftover)
    return suspicion === undefined ? [] : [{ ...leftover, suspicion }]
  })
  return [...doubtAbout(tool), ...doubts, ...actingOperands(tool, call, lineage), ...completionFiles(call, lineage)]
}

/** `rclone completion bash FILE` writes the file: a completion command takes the shell, and after that only a file. */
function completionFiles({ argv, path, uses, leftovers }: ParsedCall, lineage: Lineage): Leftover[] {
  if (!/complet/.test(path.findLast((name) => name !== '') ?? '') || changes(lineage)) return []
  const operands = [
    ...uses.filter(({ kind, parameter }) => kind === 'argument' && isAnyWord(parameter)),
    ...leftovers.filter(({ reason }) => reason === 'unexpected-operand'),
  ]
  return operands.slice(1).map(({ index }): Leftover => {
    return { reason: 'unexpected-operand', index, word: argv[index] ?? '', suspicion: 'file' }
  })
}

/** Operands of a command that only reads which sound like acts and may be unlisted subcommands: `members add`. */
function actingOperands(tool: AtipTool, call: ParsedCall, lineage: Lineage): Leftover[] {
  if (!mayHaveCommands(tool, call, lineage)) return []
  return call.uses.flatMap(({ kind, parameter, words, index }) => {
    const word = kind === 'argument' && isAnyWord(parameter) ? words.find(isAct) : undefined
    return word === undefined ? [] : [{ reason: 'unexpected-operand' as const, index, word, suspicion: 'act' as const }]
  })
}

/** Whether an operand may be a subcommand that does more than the description says. */
function mayHaveCommands(tool: AtipTool, { path }: ParsedCall, lineage: Lineage): boolean {
  const isTelling = path.flatMap(wordsOf).some((word) => TELLS.has(word))
  return hasCommands(tool) && !isTelling && !changes(lineage)
}

function hasCommands({ commands = {} }: AtipTool): boolean {
  return Object.keys(commands).some((name) => name !== '')
}

/** `[WORD...]` says nothing of its operands, unlike `[NAME...]`. */
function isAnyWord(parameter: Argument | Option): boolean {
  return parameter.name === 'word' && !parameterRules(parameter).some(({ value }) => value !== undefined)
}

function isAct(word: string): boolean {
  const plain = word.toLowerCase()
  return ACTS.has(plain) || EVENTS.has(plain)
}

/** Whether the command changes something, here or elsewhere, whatever its options say. */
function changes(lineage: Lineage): boolean {
  return !isReadOnly({ ...inheritedEffects(lineage), network: false, subprocess: false })
}

/** At most this many unlisted options are also tried one at a time. */
const MOST_READINGS = 4

/** The other readings of a call, in which the word after an unlisted option is its value and not an operand. */
export function otherReadings(tool: AtipTool, { argv, leftovers, uses, optionsEnd }: ParsedCall): ParsedCall[] {
  const values = leftovers
    .filter(({ reason, word }) => reason === 'unknown-option' && partsOf(word).attached === '')
    .map(({ index }) => index + 1)
    .filter((index) => index < optionsEnd && uses.some((use) => use.kind === 'argument' && use.index === index))
  // `suspicionOf` judges the option together with its value, so both are removed here.
  const without = (indices: readonly number[]) =>
    parseArgv(
      tool,
      argv.filter((_, index) => !indices.includes(index) && !indices.includes(index + 1)),
    )
  if (values.length === 0) return []
  const one = values.length === 1 ? [] : values.slice(0, MOST_READINGS).map((index) => without([index]))
  return [without(values), ...one]
}

function suspicionOf(
  tool: AtipTool,
  call: ParsedCall,
  lineage: Lineage,
  { reason, word, index }: Leftover,
): Leftover['suspicion'] {
  const { argv, leftovers } = call
  if (reason === 'unexpected-operand') {
    if (isAddress(word)) return 'address'
    if (word.startsWith('@')) return 'file'
    return isAct(word) && mayHaveCommands(tool, call, lineage) ? 'act' : undefined
  }
  const { name, attached: joined } = partsOf(word)
  // If the next word is not an expected operand either, it can only be the value.
  const isNext = leftovers.some((other) => other.reason === 'unexpected-operand' && other.index === index + 1)
  const attached = joined || (isNext ? (argv[index + 1] ?? '') : '')
  const value = attached || argv[index + 1]
  // Tools with an account have addresses of their own: `gsutil du -s gs://bucket`.
  const isNamed = nearest(lineage, 'account') === undefined && isAddress(value ?? '')
  if (hasAddress(attached) || isNamed) return 'address'
  if (/^fileb?:\/\//i.test(value ?? '')) return 'file'
  const isActing = changes(lineage)
  if (isActing ? leadsAway(attached) : isFile(attached) || (hasFileName(attached) && !selects(name))) return 'file'
  const scope = scopeAt(tool, lineage)
  // If the command acts anyway, the name of an option says little.
  if (isActing) return undefined
  if (beginsActing(name, scope)) return 'act'
  // After three dashes there may be a file of options: `ugrep ---FILE`.
  if (/^---[^\s-]\S*$/.test(word)) return 'file'
  // `jdeps -J-javaagent:x.jar` passes an option to another program.
  if (name.startsWith('-J-')) return 'act'
  if (name.length > 2) {
    const format = printsAs(tool, name) ? value : ''
    const isAbbreviating = scope.syntax.abbreviatedOptions === true && nearest(lineage, 'account') !== undefined
    const mayGoOn = isAbbreviating && name.startsWith('--') && beginsLikeAct(name)
    return soundsLikeAct(name, format) || continuesActing(name, scope) || mayGoOn ? 'act' : undefined
  }
  return isOutput(tool, name, value) || couldBeShort(name, scope) ? 'act' : undefined
}

/** Whether an option only selects what is shown: `--sort-by=.metadata.name`, `--exclude=a.txt`. */
function selects(name: string): boolean {
  return /^--(?:sort|order|filter|field|exclude|include|ignore|skip|search|match|query|only)\b/.test(name)
}

/** `-o out.txt`, `-f out.txt`. In a tool with commands, letters are harder to predict: there, `-y` may mean yes. */
function isOutput(tool: AtipTool, letter: string, value: string | undefined): boolean {
  const isFamily = hasCommands(tool)
  if (letter.toLowerCase() === '-o') return isFamily ? !isFormat(value) : hasFileName(value)
  return isFamily && (letter === '-y' || (/^-[fwJ]$/.test(letter) && hasFileName(value)))
}

interface Listing {
  options?: Option[]
  globalOptions?: Option[]
  commands?: Record<string, Listing>
}

/** Whether a command of the tool lists this option, and not as a file. Only then is `--output json` a format. */
function printsAs({ options, globalOptions, commands }: Listing, name: string): boolean {
  const isListed = [...(options ?? []), ...(globalOptions ?? [])].some(
    (option) => option.flags.includes(name) && !parameterRules(option).some(({ value }) => value?.kind === 'path'),
  )
  return isListed || Object.values(commands ?? {}).some((command) => printsAs(command, name))
}

/** Splits `--name=value` and `-xVALUE`. */
function partsOf(word: string): { name: string; attached: string } {
  const equals = word.indexOf('=')
  if (equals !== -1) return { name: word.slice(0, equals), attached: word.slice(equals + 1) }
  return { name: word, attached: word.startsWith('--') ? '' : word.slice(2) }
}

/** Whether the name of an option means acting, or names something that is written, loaded or contacted. */
export function soundsLikeAct(flag: string, value = ''): boolean {
  const words = wordsOf(flag)
  const [first = '', second] = words
  const last = words.at(-1) ?? ''
  // Skipping a dry run is acting.
  if (ASKS.has(first) && second !== undefined) return second === 'dry'
  if (words.some((word) => ACTS.has(word))) return true
  if (words.some((word) => EVENTS.has(word))) return !WHICH.has(last)
  if (!words.some((word) => THINGS.has(word))) return false
  if (last === 'name' && words.at(-2) === 'file') return true
  return !LOOKS.has(last) && !isFormat(value)
}

/** Whether the last word may be the beginning of an acting one: `--blob-u` for `--blob-url`. */
function beginsLikeAct(flag: string): boolean {
  const last = wordsOf(flag).at(-1) ?? ''
  const goesOn = (word: string) => word.length > last.length && word.startsWith(last)
  return !LOOKS.has(last) && [ACTS, EVENTS, THINGS].some((words) => [...words].some(goesOn))
}

/** Splits a name into words: `--auto-repair`, `--autoFix`, `pg:info`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-+_.:/@]+/)
    .filter((word) => word !== '')
}

/** `https://…`, also after a name (`index=https://…`), and `host:port`. */
function hasAddress(text: string): boolean {
  const isHostAndPort = /^[\w-]+(?:\.[\w-]+)*:\d{2,5}$/.test(text) && /[a-z.]/i.test(text)
  return isHostAndPort || text.split(/[=,]/).some(isAddress)
}

function isFormat(value = ''): boolean {
  return FORMATS.has(value.toLowerCase())
}

/** A path with a folder, or `@file`. */
function isFile(text: string): boolean {
  return leadsAway(text) || /^[\w.@+-]+(?:\/[\w.@+-]+)+$/.test(text)
}

/** `-o out.txt`, `-O file=out.txt` and `-o .profile`, not `-o wide`. */
function hasFileName(value = ''): boolean {
  const last = value.slice(value.lastIndexOf('=') + 1)
  return isFile(value) || /^[\w-]+(?:\.[a-z]\w{0,4})+$/i.test(last) || /^\.[a-z]/i.test(last)
}

/** Whether a path may lead out of the cwd. */
function leadsAway(text: string): boolean {
  return /^(?:@|~|\/|\.\.?\/)/.test(text)
}

/** `-w`, if `--write` is listed without a letter. */
function couldBeShort(letter: string, { options }: Scope): boolean {
  return options.some((option) => {
    const hasLetter = option.flags.some((flag) => /^-[^-]$/.test(flag))
    return !hasLetter && option.flags.some((flag) => flag.startsWith(`-${letter}`)) && acts(option)
  })
}

/** `--su`, if `--sum` is listed and writes. A tool that takes no abbreviations rejects it anyway. */
function beginsActing(name: string, { options }: Scope): boolean {
  const isBegun = (flag: string) => flag.length > name.length && flag.startsWith(name)
  return name.length > 3 && options.some((option) => option.flags.some(isBegun) && acts(option))
}

/** `--log-f`, if `--log` is listed and writes: it may abbreviate another name for that, such as `--log-file`. */
function continuesActing(name: string, { options }: Scope): boolean {
  const last = name.slice(name.lastIndexOf('-') + 1)
  const isContinued = (flag: string) => flag.length > 3 && name.startsWith(`${flag}-`)
  return !LOOKS.has(last) && options.some((option) => option.flags.some(isContinued) && acts(option))
}

function acts(option: Option): boolean {
  return parameterRules(option).some(
    ({ effects, unknown, value }) =>
      unknown === true || value?.kind === 'command' || effects?.destructive === true || writes(effects),
  )
}

function writes(effects: Effects | undefined): boolean {
  return effects?.filesystem?.write === true || effects?.filesystem?.delete === true
}
