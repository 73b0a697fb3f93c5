import { changesNothing, findCommand, parameterRules, type ParsedCall, type Use } from '@atip/protocol/calls'
import { decode, encode, opacityOf } from '../shell/encoded.js'
import {
  findsShown,
  isRevealing,
  keepsSecrets,
  isSecretPath,
  isShownPlace,
  looksForKeys,
  mayHoldSecret,
  rarelyShows,
  showsFiles,
  tellsFigures,
} from '../places/index.js'
import { keepsWords } from '../shell/builtin-kinds.js'
import {
  comesFrom,
  hasSecretText,
  isAnyName,
  isNameOfOther,
  isForeign,
  isPattern,
  isUnknown,
  knownText,
  literal,
  literalOf,
  readable,
  textOf,
  type Word,
} from '../shell/word.js'
import type { CallFacts } from './facts.js'
import type { CallContext } from './facts-of.js'
import { unusualFile } from './file-shown.js'
import { filesOf, printsNames } from './found-files.js'
import { secretAmongNames } from './names-read.js'
import { addressesIn } from './remote.js'
import {
  classOfPath,
  isWholeAccount,
  mayHoldSecrets,
  mayKeepPasswords,
  resolvePath,
  type Surroundings,
} from './path-class.js'
import { hasKind, looksForSomething, meaningsOf, patternsIn, searches, searchesSecrets, valuesOf } from './searches.js'

type Known = Pick<CallFacts, 'words' | 'tool' | 'call' | 'found' | 'paths' | 'effects'>

/** Why the output of a call may be a secret; undefined if nothing suggests that. */
export function secretShown(facts: Known, context: CallContext): string | undefined {
  const { stdin, cwd, home, project, others, isAnywhere, isTraced } = context
  const { found, paths } = facts
  const places: Surroundings = { cwd, home, project, ...(others && { others }), ...(isAnywhere && { isAnywhere }) }
  const isKeptBeside = paths.some(({ kind, access }) => kind !== 'sink' && access?.includes('write') === true)
  const isPiped = context.isPiped && !isKeptBeside && !facts.words.some((word) => isSeen(word, places))
  if (paths.some(({ path }) => isForeign(path))) {
    return 'reads a file whose name was hidden, or comes from another machine'
  }
  if (paths.some(({ path, access }) => hasSecretText(path) && !tellsOnlyAbout(access))) {
    return 'reads files that may hold secrets'
  }
  const hidden = paths.find(
    ({ path, access, place }) =>
      path.some(isAnyName) && (place === 'cwd' || (!tellsOnlyAbout(access) && !isOnlyChanged(access))),
  )
  if (hidden !== undefined) return 'reads a file whose name is known only when it runs'
  // Words from a file or a program may be names of further files.
  const isSplit = (word: Word) =>
    word.some((part) => isUnknown(part) && part.shape === 'words' && isAnyName(part)) ||
    (word.length === 1 && isNameOfOther(word[0]!))
  if ((showsFiles(textOf(facts.words[0]!) ?? '') || searches(facts)) && facts.words.some(isSplit))
    return 'reads a file whose name is known only when it runs'
  const secret = paths.find(({ kind, access }) => mayHoldSecrets(kind) && !tellsOnlyAbout(access))
  if (secret !== undefined) return `reads ${readable(secret.path)}, which may hold secrets`
  const unusual = printsNames(facts) || !changesNothing(facts.effects) ? undefined : unusualFile(facts, places)
  if (unusual !== undefined) return `shows ${readable(unusual)}, which is not among the files that are usually shown`
  const device = paths.find(({ kind, path, access }) => {
    const isRead = access === undefined || access.includes('read')
    return kind === 'device' && isRead && isRevealing(resolvePath(textOf(path) ?? '', places), home)
  })
  if (device !== undefined) return `reads the device ${readable(device.path)}`
  const isTold = tellsFigures(textOf(facts.words[0]!) ?? '')
  const named = isTold ? undefined : wordsOfNoKind(facts).find((word) => namesSecretFile(word, places))
  if (named !== undefined) return `may read ${readable(named)}, which may hold secrets`
  // After a word that may be an option, any other word may be a file.
  const mayBeFile = facts.words.some((word) => opacityOf(encode(word)) !== false)
  if (mayBeFile && facts.words.some((word) => isSecretPath(literalOf(word) ?? '', home)))
    return 'may read a file that holds secrets'
  if (isTold && mayListFiles(facts)) return 'may be told to show a file, by text that is known only when it runs'
  const anyFile = paths.some(({ path, access }) => comesFrom(path, 'hidden') && !tellsOnlyAbout(access))
  if (anyFile && !looksForSomething(facts) && !rarelyShows(textOf(facts.words[0]!) ?? ''))
    return 'shows all files that are found, hidden ones among them'
  const listed = secretAmongNames(found.stdin, stdin, places)
  if (listed !== undefined) return listed
  if (found.prints === 'secret') return 'shows a credential'
  const kept = addressesIn(facts.call, found.account !== undefined).find((word) => keepsSecrets(knownText(word)))
  if (kept !== undefined) return `reads ${readable(kept)}, where servers keep secrets`
  if (found.prints === 'environment' && !isPiped) return 'shows variables that may hold secrets'
  // If a command joins or changes lines, later commands can no longer filter them.
  const keepsLines = isPiped && (found.prints === 'lines' || found.prints === 'input')
  if (stdin.taints.has('environment') && !keepsLines && !keepsBack(facts))
    return 'shows variables that may hold secrets'
  if (namesSecretVariable(facts) || showsVariable(facts, stdin.text, isTraced))
    return 'shows a variable that may hold a secret'
  const whole = paths.find(({ path, access }) => access?.includes('read') === true && isWholeAccount(path, places))
  if (whole !== undefined && !looksForSomething(facts))
    return `reads everything in ${readable(whole.path)}, secrets among it`
  if ((searches(facts) || readsFolders(facts)) && !printsNames(facts)) {
    const files = filesOf(facts, places)
    if (files === 'secret') return 'searches files that may hold secrets'
    if (files === 'hidden') return 'shows all files of a folder, hidden ones among them'
    if (files === 'unusual') return 'shows files that are not among those that are usually shown'
  }
  if (patternsIn(facts).some((pattern) => looksForKeys(knownText(pattern)))) return 'searches for keys'
  const isKept = paths.some(({ path }) => mayKeepPasswords(path, places))
  if (searchesSecrets(facts) && (stdin.taints.has('secret') || isKept || found.account !== undefined)) {
    return 'searches for secrets where they are kept'
  }
  return undefined
}

/** Whether unknown text may be an option that names a file, whose content messages show: `xargs wc < FILE`. */
function mayListFiles({ words, tool, call }: Known): boolean {
  const isFree = (word: Word) => opacityOf(encode(word)) !== false && !comesFrom(word, 'names') && !word.some(isPattern)
  if (!words.slice(0, call.optionsEnd).some(isFree)) return false
  const options = findCommand(tool, call.path)?.command.options ?? []
  return options.some((option) =>
    parameterRules(option).some(({ value }) => value?.kind === 'path' && value.access.includes('read')),
  )
}

/** Whether whole folders are read, including hidden files: `tar -c FOLDER`. */
function readsFolders({ found, paths }: Known): boolean {
  return found.hidden === true && paths.some(({ access }) => access?.includes('read') === true)
}

/** Words that may be files, because no kind is stated for them. */
function wordsOfNoKind({ call, effects }: Known): Word[] {
  if (effects.filesystem?.read === false) return []
  const words = call.uses.filter((use) => !hasKind(use, call) || hasParts(use, call)).flatMap((use) => use.words)
  const left = call.leftovers.flatMap(({ reason, word, index }) =>
    reason === 'unknown-option' ? [word, call.argv[index + 1] ?? ''] : [word],
  )
  return [...words, ...left].map(decode)
}

/** Whether only a part of the word is a path, which may begin in several ways: `HEAD@{10:30}:FILE`. */
function hasParts(use: Use, call: ParsedCall): boolean {
  return meaningsOf(use, call).some((meaning) => meaning.kind === 'path' && meaning.after !== undefined)
}

/** Whether a word names a secret, even as `@FILE`, `NAME=FILE`, `REVISION:FILE` or `:(top)FILE`. */
function namesSecretFile(word: Word, places: Surroundings): boolean {
  const text = textOf(word) ?? ''
  const pieces = new Set([text, ...text.split(/[=@:,]|\([^()]*\)/)])
  return [...pieces].some((piece) => /[./]/.test(piece) && mayHoldSecrets(classOfPath(literal(piece), places)))
}

/** Whether output is written to a place that is displayed: `tee /dev/stderr`. */
function isSeen(word: Word, places: Surroundings): boolean {
  const pieces = (textOf(word) ?? '').split('=')
  return pieces.some((piece) => piece.includes('/') && isShownPlace(resolvePath(piece, places), places.home))
}

function isOnlyChanged(access: readonly string[] | undefined): boolean {
  return access !== undefined && !access.includes('read') && !access.includes('execute')
}

function tellsOnlyAbout(access: readonly string[] | undefined): boolean {
  return access !== undefined && access.every((one) => one === 'stat' || one === 'delete')
}

/** `printenv TOKEN`. An unknown name may be any; a given value replaces the secret one. */
function namesSecretVariable({ call }: Known): boolean {
  return valuesOf(call, 'variable')
    .filter((word) => !knownText(word).includes('='))
    .some((word) => textOf(word) === undefined || mayHoldSecret(textOf(word)!))
}

/** Whether it is a secret, and not the name of a file that holds one. */
function holdsSecretVariable(word: Word): boolean {
  return word.some((part) => isUnknown(part) && part.from.has('secret') && !part.from.has('names'))
}

/** Whether the line lets a program print a secret variable: as one of its words, or as its input. */
function showsVariable({ words, found, effects }: Known, input: Word | undefined, isTraced: boolean): boolean {
  // Programs repeat their words in error messages; only few builtins do not.
  const isRepeated = isTraced || !keepsWords(words)
  if (isRepeated && effects.network === false && words.some(holdsSecretVariable)) return true
  const isShown = found.stdin?.kind !== 'secret' && effects.network === false
  return isShown && input !== undefined && comesFrom(input, 'secret')
}

/** Whether it prints only a number, or only lines that fit variables without secrets: `env | grep NODE_ENV`. */
export function keepsBack(facts: Known): boolean {
  if (facts.found.prints === 'number') return true
  const patterns = patternsIn(facts)
  const pattern = patterns.length === 1 ? (literalOf(patterns[0]!) ?? '') : ''
  const [, ...words] = facts.words.map((word) => literalOf(word) ?? '-')
  const isAnyCase = words.some((word) => /^-\w*i/.test(word))
  const isNarrow = alternativesIn(pattern).every((one) => findsShown(one, isAnyCase))
  const isPlain = words.every((word) => !word.startsWith('-') || /^-[iEFwoh]+$/.test(word))
  return isNarrow && isPlain && !searchesSecrets(facts)
}

/** `^(PATH|LANG)=` finds what `^PATH=` and `^LANG=` find. In dialects in which the bar is literal, it finds less. */
function alternativesIn(pattern: string): string[] {
  const [, start = '', inside = pattern, end = ''] = /^(\^?)\\?\(([^()]*?)\\?\)(=?)$/.exec(pattern) ?? []
  return inside.split(/\\?\|/).map((one) => start + one + end)
}
