import { changesNothing, isReadOnly, NO_EFFECTS, type Decision, type Effects } from '@atip/protocol/calls'
import { isChanged, namesAllChanged, type CallFacts } from '../facts/facts.js'
import { unusualFile } from '../facts/file-shown.js'
import { whyRare } from '../facts/ordinary-call.js'
import { classOfPath, isBelow, type Surroundings } from '../facts/path-class.js'
import { isAboutDescription } from '../facts/unusable-description.js'
import { decode } from '../shell/encoded.js'
import { comesFrom, isAnyName, isLiteral, isUnknown, joinParts, literal, readable } from '../shell/word.js'
import { blameFor, purposeOf, ruleOf, sentenceOf, suspicionIn } from './sentences.js'
import type { RuleId } from './rules.js'

export interface CallRuling {
  decision: Decision
  rule: RuleId
  reason: string
  /** No rule of a policy can loosen this. */
  isFinal?: boolean
  /** Effects that differ from those of the description. */
  effects?: Effects
}

interface CallRule {
  rule: RuleId
  decision: Decision
  /** Whether the rule is about this call. */
  when: (facts: CallFacts, places: Surroundings) => boolean
  says: (facts: CallFacts, places: Surroundings) => string
  isFinal?: true
  effects?: (effects: Effects) => Effects
}

/** Rules on what a program does itself, without the commands it runs. The first rule that applies decides. */
const CALL_RULES: readonly CallRule[] = [
  {
    rule: 'read-only',
    decision: 'allow',
    when: ({ asksForHelp }) => asksForHelp,
    says: () => 'only tells how it is used',
    effects: () => NO_EFFECTS,
  },
  {
    rule: 'secrets-leave',
    decision: 'deny',
    when: ({ sendsSecret }) => sendsSecret,
    says: () => 'sends what looks like a secret to another machine',
    isFinal: true,
  },
  {
    rule: 'writes-device',
    decision: 'deny',
    when: (facts) => writes(facts) && deviceIn(facts) !== undefined,
    says: (facts) => `overwrites ${readable(deviceIn(facts)!.path)}`,
  },
  {
    rule: 'writes-protected',
    decision: 'deny',
    when: ({ changesProtected }) => changesProtected !== undefined,
    says: ({ changesProtected }) => `changes ${readable(changesProtected!.path)}, ${changesProtected!.why}`,
  },
  {
    rule: 'own-temporary',
    decision: 'allow',
    when: (facts, places) =>
      losesOnly(facts, ['own']) &&
      onlyTouchesFiles(facts) &&
      keepsNames(facts) &&
      unusualFile(facts, places) === undefined &&
      facts.showsSecret === undefined &&
      whyRare(facts) === undefined,
    says: () => 'changes only what this line made itself',
  },
  {
    rule: 'own-temporary',
    decision: 'allow',
    when: (facts) => isDestructive(facts) === false && namesOnlyOwn(facts),
    says: () => 'signals only a process that this line started',
  },
  {
    rule: 'deletes-regenerable',
    decision: 'ask',
    when: (facts) => isDestructive(facts) && losesOnly(facts, ['own', 'temporary', 'regenerable']),
    says: () => 'deletes only temporary or regenerable files',
  },
  {
    rule: 'unknown-effects',
    decision: 'ask',
    when: (facts) => isDestructive(facts) && !facts.isCertainlyDestructive,
    says: () => 'may destroy something, which is known only when it runs',
  },
  {
    rule: 'narrow-loss',
    decision: 'ask',
    when: (facts, places) => isDestructive(facts) && isNarrow(facts, places),
    says: (facts) => lossOf(facts),
  },
  {
    rule: 'destructive',
    decision: 'deny',
    when: isDestructive,
    says: (facts) => lossOf(facts),
  },
  {
    rule: 'unknown-effects',
    decision: 'ask',
    when: ({ found }) => found.doubts.some(isAboutDescription),
    says: ({ found }) => suspicionIn(found.doubts)!,
    isFinal: true,
  },
  {
    rule: 'unknown-effects',
    decision: 'ask',
    when: (facts, places) => sharedRepository(facts, places) !== undefined,
    says: (facts, places) => `works in ${sharedRepository(facts, places)}, whose settings may name programs to run`,
  },
  {
    rule: 'unusual-call',
    decision: 'ask',
    when: (facts) => changesNothing(facts.effects) && facts.showsSecret === undefined && whyRare(facts) !== undefined,
    says: (facts) => whyRare(facts)!,
  },
  {
    rule: 'remote-read',
    decision: 'allow',
    when: (facts) =>
      (facts.remote === 'account' || facts.remote === 'loopback') &&
      changesNothing(facts.effects) &&
      facts.showsSecret === undefined,
    says: ({ remote, found }) =>
      remote === 'account' ? `only reads, from ${found.account}` : 'only reads, from this machine',
  },
  {
    rule: 'reads-secret',
    decision: 'ask',
    when: (facts) => changesNothing(facts.effects) && facts.showsSecret !== undefined,
    says: ({ showsSecret }) => showsSecret!,
  },
  {
    rule: 'changes',
    decision: 'ask',
    when: ({ effects }) => !isReadOnly(effects),
    says: changeOf,
  },
  { rule: 'read-only', decision: 'allow', when: () => true, says: () => 'only reads' },
]

export function ruleOnCall(facts: CallFacts, places: Surroundings): CallRuling {
  const found = CALL_RULES.find(({ when }) => when(facts, places))!
  const { decision, isFinal, says, effects } = found
  // For a call that changes something, the id says what it changes.
  const rule = found.rule === 'changes' ? ruleOf(facts.effects) : found.rule
  return {
    decision,
    rule,
    reason: says(facts, places),
    ...(isFinal && { isFinal }),
    ...(effects && { effects: effects(facts.effects) }),
  }
}

function isDestructive({ effects }: CallFacts): boolean {
  return effects.destructive === true
}

function writes({ effects }: CallFacts): boolean {
  return effects.filesystem?.write !== false || effects.filesystem.delete !== false
}

function deviceIn({ paths }: CallFacts) {
  return paths.find((path) => isChanged(path) && path.kind === 'device')
}

function losesOnly(facts: CallFacts, kinds: readonly string[]): boolean {
  return namesAllChanged(facts) && facts.paths.filter(isChanged).every(({ kind }) => kinds.includes(kind))
}

/** Files that are copied into a folder of the line must keep their names, which show what they may contain. */
function keepsNames({ paths }: CallFacts): boolean {
  const isCopied = paths.some(({ kind, access }) => kind !== 'own' && access?.includes('read') === true)
  return !isCopied || paths.filter(isChanged).every(({ path }) => path.length === 1)
}

/** Whether every operand is a process by its description, and one that the line started itself, as `$!` is. */
function namesOnlyOwn({ call, effects, paths }: CallFacts): boolean {
  const uses = call.uses.filter((use) => use.kind === 'argument')
  const operands = uses.flatMap(({ words }) => words.map(decode))
  // A second signal is a group of processes: `kill -TERM -1 $!`.
  const isPlain = call.leftovers.length === 0 && call.uses.length - uses.length < 2
  const isOwn = operands.every((word) => word.length === 1 && comesFrom(word, 'temporary'))
  const areProcesses = uses.every(({ parameter }) => parameter.name === 'process')
  return (
    operands.length > 0 &&
    isPlain &&
    isOwn &&
    areProcesses &&
    paths.length === 0 &&
    effects.network === false &&
    effects.subprocess === false
  )
}

/** A folder to which every program can write, and from which this call takes its settings. */
function sharedRepository({ found, paths, folder }: CallFacts, places: Surroundings): string | undefined {
  if (found.repository !== true || found.harmless === 'help' || found.harmless === 'version') return undefined
  const named = paths.filter(({ place }) => place !== undefined).map(({ path }) => path)
  const folders = [...named, ...(folder === undefined ? [] : [literal(folder)])]
  const shared = folders.find((one) => {
    if (one.some((part) => isUnknown(part) && isAnyName(part) && part.shape !== 'operand')) return true
    const isOfProject = isBelow(joinParts(one, literal('/x')), places.project, places)
    return classOfPath(joinParts(one, literal('/x')), places) === 'temporary' && !isOfProject
  })
  return shared === undefined ? undefined : readable(shared)
}

/** Whether it loses one ordinary local thing: the user wants a question, not a denial. */
function isNarrow({ found, paths }: CallFacts, places: Surroundings): boolean {
  if (found.loss !== 'narrow') return false
  // If there are several possible folders, the file is below each of them.
  const { cwd, others: [folder] = [], isAnywhere = false } = places
  const here = { ...places, cwd: cwd ?? (isAnywhere ? undefined : folder) }
  return paths.filter(isChanged).every(({ path, kind }) => {
    const isHere = kind === 'other' && isLiteral(path) && isBelow(path, here.cwd, here)
    return isHere || kind === 'own' || kind === 'temporary' || kind === 'regenerable'
  })
}

/** Whether it certainly does nothing but change files. */
function onlyTouchesFiles({ effects }: CallFacts): boolean {
  const makesLinks = effects.creates?.includes('links') === true
  return (
    effects.network === false && effects.subprocess === false && effects.filesystem?.write !== undefined && !makesLinks
  )
}

function lossOf({ effects, found, call, paths }: CallFacts): string {
  return sentenceOf(effects, changedIn(paths)) + blameFor(found, call)
}

function changeOf({ effects, found, tool, call, paths, showsSecret }: CallFacts): string {
  const suspicion = suspicionIn(found.doubts)
  if (suspicion !== undefined) return suspicion
  // What a program says about itself is not repeated as a reason.
  const isOwnWord = tool.trust?.source === 'native' || tool.trust?.source === 'inferred'
  const does = sentenceOf(effects, changedIn(paths), isOwnWord ? undefined : purposeOf(tool, call))
  return showsSecret !== undefined && found.prints === 'secret' ? `${showsSecret}, ${does}` : does
}

/** The files that it changes, for the user. All that are known only when the line runs count as one. */
function changedIn(paths: CallFacts['paths']): string[] {
  const names = paths.filter(isChanged).map(({ path }) => readable(path))
  return [...new Set(names.map((name) => (name === '…' ? 'files that are known only when the line runs' : name)))]
}
