import { worsenedByClaims, type AtipTool } from '@atip/protocol/calls'
import { contentBrought, environmentIn, filesBuilt, filesFetched } from '../facts/calls.js'
import { factsOf, MOST_WORDS, type CallContext } from '../facts/facts-of.js'
import { isChanged, type CallFacts } from '../facts/facts.js'
import { printsNames } from '../facts/found-files.js'
import { printedBy } from '../facts/printed.js'
import { withSampleLost } from '../facts/sample-name.js'
import { isFromElsewhere, pathFrom } from '../places/index.js'
import { ruleOnCall } from '../rules/call-rules.js'
import { isForBash } from '../shell/beyond-posix.js'
import { changesNames, isBuiltin, namesTaken, numbersGiven, readsInput, takesNames } from '../shell/builtin-kinds.js'
import { actInShell } from '../shell/builtins.js'
import { encode, UNKNOWN_WORDS } from '../shell/encoded.js'
import { oddityOf } from '../shell/oddities.js'
import { buildFile, contentOf, everIn, isMadeHere, overwriteFile, replaceFile, writeFile } from '../shell/redirects.js'
import { whereaboutsOf } from '../shell/folders.js'
import { childShellOf, subshellOf } from '../shell/scope.js'
import { INHERITED, SCRIPT, UNKNOWN, unknownStream, type Stream } from '../shell/stream.js'
import { hasUnknown, knownText, literal, textOf, type Word } from '../shell/word.js'
import { followCodeRead, followPieces, isAddress } from './code.js'
import { followFreePrograms } from './free-programs.js'
import { isStricter } from './finding.js'
import type { KnownCommand, LineWalk, SeenCommand } from './line-walk.js'
import { followRuns } from './runs.js'
import { followPackageScripts, followScript } from './scripts.js'
import { followNumber, followSubscript } from './text-read-again.js'
import { followEnvironment, followVariable } from './variables.js'

/** Follows a program or a builtin, with its words. */
export function followProgram(walk: LineWalk, argv: readonly Word[], command: SeenCommand): Stream {
  const [first, ...words] = argv as [Word, ...Word[]]
  const program = knownText(first)
  const { scope, stdin } = command
  if (takesNames(program)) for (const word of words) followSubscript(walk, word, scope)
  for (const name of namesTaken(argv)) if (hasUnknown(name)) followNumber(walk, name, scope)
  for (const value of numbersGiven(argv)) followNumber(walk, value, scope)
  if (command.isOutside !== true) {
    const oddity = oddityOf(argv, scope)
    if (oddity !== undefined) scope.oddities.add(oddity)
    actInShell(argv, scope, stdin)
  }
  if (changesNames(argv)) walk.say('ask', 'environment', 'changes which program a name refers to', 'variable', command)
  followEnvironment(walk, command)
  const tool = walk.options.lookup(program)
  if (tool === undefined) {
    if (isAddress(first)) {
      walk.say('deny', 'runs-foreign-code', `runs what ${program} sends`, 'call', command, { isFinal: true })
    } else {
      const why = walk.options.lookup.whyNone?.(program)
      const reason = `nothing is known about ${program}${why === undefined ? '' : `, which ${why}`}`
      walk.say('ask', 'unknown-program', reason, 'call', command)
    }
    followUnknown(walk, program, words, command)
    return unknownStream(...stdin.taints)
  }
  if (words.length > MOST_WORDS)
    walk.say('ask', 'too-much', 'it has more words than the guard examines', 'line', command)
  return followKnown(walk, argv, tool, command)
}

/** A script that this line wrote, or the handler that the shell calls for an unknown command. */
function followUnknown(walk: LineWalk, program: string, words: readonly Word[], command: SeenCommand): void {
  const { scope, stdin } = command
  const name = literal(program)
  const content = program.includes('/') ? everIn(name, scope) : UNKNOWN
  if (content.taints.has('network')) {
    const reason = 'runs code that comes from another machine'
    walk.say('deny', 'runs-foreign-code', reason, 'call', command, { isFinal: true })
  }
  if (content === UNKNOWN && program.includes('/')) followScript(walk, name, undefined, command)
  const { text } = content
  if (content.taints.has('replaced')) {
    const reason = 'runs what this line puts into a file, which is known only when it runs'
    walk.say('ask', 'hidden-code', reason, 'code', command, { isFinal: true })
  }
  if (text !== undefined) {
    const child = { ...childShellOf(scope, [name, ...words]), isPosix: !isForBash(text) }
    walk.deeper(() => walk.text(text, child, stdin))
  }
  const handler = scope.functions.get('command_not_found_handle') ?? scope.functions.get('command_not_found_handler')
  if (handler !== undefined) walk.shell.runFunction(handler, [name, ...words], subshellOf(scope), stdin)
}

/** A program with a description: what it does itself, and what it runs. */
function followKnown(walk: LineWalk, argv: readonly Word[], tool: AtipTool, command: SeenCommand): Stream {
  const { scope, stdin } = command
  const { home, project, isPiped, isTraced } = scope
  const isOwn = (path: Word) => isMadeHere(path, scope)
  const context: CallContext = {
    ...whereaboutsOf(scope),
    home,
    project,
    stdin,
    isPiped,
    isTraced,
    isMadeHere: isOwn,
  }
  const stated = factsOf(argv, tool, context)
  const facts = walk.options.samplesNames === true ? withSampleLost(stated, context) : stated
  const seen: KnownCommand = { ...command, facts }
  if (walk.options.drivesTerminals === true && !isPiped && takesCommands(facts, stdin)) {
    const reason = 'takes commands from its terminal, and what is typed there is not checked'
    walk.say('deny', 'takes-commands', reason, 'call', seen, { effects: facts.effects })
  }
  sayRuling(walk, seen, context)
  if (stdin === SCRIPT && mayReadInput(facts)) scope.oddities.add('a command reads the rest of the script that runs it')
  const brought = contentBrought(facts, stdin, (path) => contentOf(path, scope))
  for (const { path } of facts.paths.filter(isChanged)) {
    replaceFile(path, scope)
    if (brought !== undefined) overwriteFile(path, brought, scope)
  }
  for (const path of filesFetched(facts)) writeFile(path, unknownStream('network'), scope)
  const isNew = (path: Word) => {
    const name = textOf(path)
    return name !== undefined && scope.cwd !== undefined && walk.files()?.has(pathFrom(scope.cwd, name)) === false
  }
  for (const path of filesBuilt(facts, isNew)) buildFile(path, scope)
  const program = knownText(argv[0]!)
  if (isFromElsewhere(program)) {
    const reason = `${program} is not an installed program; atip knows it only by its name`
    walk.say('ask', 'unknown-program', reason, 'call', seen, { effects: {} })
  }
  const assigned = environmentIn(facts.call)
  for (const variable of assigned) followVariable(walk, variable, seen, true)
  followPieces(walk, seen)
  followPackageScripts(walk, seen)
  followFreePrograms(walk, seen)
  const printed = followRuns(walk, seen, assigned)
  followCodeRead(walk, seen)
  const where = {
    ...context,
    contentOf: (path: Word) => contentOf(path, scope),
    isNamedHere: (name: string) => scope.functions.has(name) || scope.aliases.has(name),
  }
  return printedBy(facts, stdin, printed, where, walk.options.samplesNames === true)
}

/** A program that names or lists files, or is a part of a larger one, reads no stdin unless its description says so. */
function mayReadInput(facts: CallFacts): boolean {
  const { words, found, paths, call } = facts
  const program = knownText(words[0]!)
  if (isBuiltin(program)) return readsInput(program)
  if (found.stdin !== undefined || found.runs.some(({ kind }) => kind === 'code')) return true
  if (call.argv.some((word) => word === '-' || word.includes('/dev/stdin'))) return true
  return paths.length === 0 && call.pathEnd === 0 && !printsNames(facts) && found.runs.length === 0
}

/** Whether it takes over the terminal, or reads code from it. */
function takesCommands({ asksForHelp, effects, found }: CallFacts, stdin: Stream): boolean {
  if (asksForHelp) return false
  return (
    effects.interactive?.tty === true || (found.stdin?.kind === 'code' && (stdin === INHERITED || stdin === UNKNOWN))
  )
}

/** Claims of untrusted descriptions are a separate finding, so that they can only add to what is known. */
function sayRuling(walk: LineWalk, seen: KnownCommand, context: CallContext): void {
  const { facts } = seen
  const ruling = ruleOnCall(facts, context)
  const { decision, rule, reason, isFinal = false, effects = facts.effects } = ruling
  walk.say(decision, rule, reason, 'call', seen, { effects, isFinal })
  const argv = [facts.tool.name, ...facts.words.slice(1, MOST_WORDS + 1).map(encode)]
  const found = worsenedByClaims(facts.found, facts.tool, argv, UNKNOWN_WORDS)
  if (found === facts.found) return
  const claimed = factsOf(facts.words, facts.tool, context, () => found)
  const worse = ruleOnCall(claimed, context)
  if ((worse.rule === rule && worse.decision === decision) || isStricter(decision, worse.decision)) return
  const why = `${worse.reason}, by a description that is not trusted`
  const more = { effects: worse.effects ?? claimed.effects, isFinal: worse.isFinal ?? false }
  walk.say(worse.decision, worse.rule, why, 'call', { ...seen, facts: claimed }, more)
}
