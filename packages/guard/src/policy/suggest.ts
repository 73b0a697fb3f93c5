import type { AtipTool, EffectField, Run } from '@atip/protocol/calls'
import { resolvePath } from '../facts/path-class.js'
import type { CallFacts } from '../facts/facts.js'
import type { LineFinding } from '../line/finding.js'
import { literalOf, type Word } from '../shell/word.js'
import { sayCoverage } from './explain.js'
import { isCovered } from './match.js'
import { absoluteOf } from './match-path.js'
import { tooWide } from './too-wide.js'
import type { PolicyRule } from './types.js'
import { dependsOnWords, handsOver, limitsFor, mayLeadElsewhere } from './width.js'

/** An allow rule that would cover a finding in future. */
export interface RuleSuggestion {
  /** The rule as written in a policy file. */
  rule: SuggestedRule
  /** The coverage of the rule, for users. */
  covers: string
}

/** A type alias rather than an interface, so that it is assignable to JSON types. */
export type SuggestedRule = {
  decision: 'allow'
  command?: string[]
  exact?: true
  effects?: { [field in EffectField]?: boolean }
  paths?: string[]
  access?: ['write']
  in?: string[]
}

/** The narrowest useful rule; a denial is lifted only for the exact words. Undefined if no rule would be right. */
export function suggestionFor(finding: LineFinding, home: string): RuleSuggestion | undefined {
  // A rule for a command in a script would also be about the command itself.
  if (finding.isOfScript) return undefined
  const draft = finding.decision === 'deny' ? liftFor(finding, home) : draftFor(finding, home)
  const narrow = draft !== undefined && isTooWide(draft, finding, home) ? exactly(finding, home) : draft
  if (narrow === undefined || !isWritable(narrow)) return undefined
  // Only suggests a rule that covers the finding.
  return covers(narrow, finding, home) ? { rule: narrow, covers: sayCoverage(asRule(narrow)) } : undefined
}

/** Whether a suggested rule covers a finding, which may be another than the one that it was made for. */
export function covers(rule: SuggestedRule, finding: LineFinding, home: string): boolean {
  return isCovered(asRule(rule), finding, { base: undefined, home })
}

/** `atip policy allow` would refuse it. */
function isTooWide(rule: SuggestedRule, { facts }: LineFinding, home: string): boolean {
  return tooWide(asRule(rule), { lookup: () => facts?.tool, home }) !== undefined
}

/** A command to copy cannot show control characters and invisible ones. */
function isWritable({ command = [], paths = [], in: folders = [] }: SuggestedRule): boolean {
  return ![...command, ...paths, ...folders].some((text) => /\p{C}/u.test(text))
}

/** Whether any rule could allow a finding. The rule tried here is the widest that can be written for it. */
export function canBeAllowed(finding: LineFinding, home: string): boolean {
  const { about, paths } = finding
  const words = literalsOf(finding) ?? []
  const isRedirect = about === 'write' || about === 'read'
  const widest: PolicyRule = {
    decision: 'allow',
    ...(!isRedirect && words.length > 0 && { command: [...words] }),
    ...(paths.length > 0 && { paths: ['/**'] }),
    ...(finding.decision === 'deny' && { effects: [{ field: 'destructive', values: [true] }] }),
    pointer: '',
  }
  return isCovered(widest, finding, { base: undefined, home })
}

function asRule({ exact, in: folders, effects, ...rest }: SuggestedRule): PolicyRule {
  return {
    ...rest,
    ...(exact && { isExact: true }),
    ...(folders && { folders }),
    ...(effects && {
      effects: Object.entries(effects).map(([field, value]) => ({ field: field as EffectField, values: [value] })),
    }),
    pointer: '',
  }
}

/** Allows the exact words in this folder, with the paths that must be named. */
function liftFor(finding: LineFinding, home: string): SuggestedRule | undefined {
  const effects = { destructive: true }
  if (finding.about === 'write') {
    const draft = forWrite(finding, home)
    return draft && { ...draft, effects }
  }
  const exact = exactly(finding, home)
  if (exact === undefined) return undefined
  const rule = { ...exact, effects }
  if (covers(rule, finding, home)) return rule
  const paths = finding.paths.flatMap(({ path }) => literalPattern(path, finding, home) ?? [])
  return paths.length === 0 ? undefined : { ...rule, paths: [...new Set(paths)] }
}

function draftFor(finding: LineFinding, home: string): SuggestedRule | undefined {
  const { about, facts } = finding
  const { tool, call } = facts ?? {}
  if (about === 'write') return forWrite(finding, home)
  if (about !== 'call' && about !== 'code') return undefined
  const words = literalsOf(finding)
  const [program] = words ?? []
  if (words === undefined || program === undefined) return undefined
  if (facts?.showsSecret !== undefined) return isOwnSecret(facts) ? exactly(finding, home) : undefined
  if (tool === undefined || call === undefined) {
    // A path names one file; a bare name depends on PATH.
    return program.includes('/') ? startingWith([resolvePath(program, { ...finding, home })]) : exactly(finding, home)
  }
  // A rule about the container alone would be useless, because it does not cover the commands inside.
  const isOfProject = facts?.found.reach !== undefined && facts.found.runs.every(isHere)
  if (about === 'code' || (handsOver(tool, call) && !isOfProject)) return forScript(finding, home)
  // A group that is itself a command has an empty name at the end of its path.
  const path = call.path.filter((word) => word !== '')
  const isWritten = path.every((word, index) => words[index + 1] === word)
  return isWritten ? forCall(finding, tool, [program, ...path], home) : undefined
}

/** The words decide which secret it shows. It may come from the input instead: `env | sort`. */
function isOwnSecret({ found }: CallFacts): boolean {
  return found.prints === 'secret' || found.prints === 'environment'
}

function isHere(run: Run): boolean {
  return run.kind === 'code' || run.where === 'here'
}

/** `command` is the program and the path of the command. */
function forCall(finding: LineFinding, tool: AtipTool, command: string[], home: string): SuggestedRule | undefined {
  const { facts, effects = {} } = finding
  if (effects.destructive === true) return liftFor(finding, home)
  if (mayLeadElsewhere(tool, facts!.call.path, { effects, reach: facts!.found.reach })) return exactly(finding, home)
  if (effects.destructive === undefined) return forProjectCode(finding, tool, command, home)
  if (command.length === 1 || dependsOnWords(tool, command, effects)) return exactly(finding, home)
  const limits = limitsFor(tool, facts!.call.path, effects)
  return {
    ...startingWith(command),
    ...(limits.length > 0 && { effects: Object.fromEntries(limits.map((field) => [field, false])) }),
  }
}

/** For calls that run project code, which differs from folder to folder: `npm run build`, `make test`. */
function forProjectCode(
  finding: LineFinding,
  tool: AtipTool,
  command: string[],
  home: string,
): SuggestedRule | undefined {
  const { effects = {} } = finding
  const operand = literalsOf(finding)?.[command.length]
  const named = operand === undefined || operand.startsWith('-') ? command : [...command, operand]
  if (named.length === 1 || dependsOnWords(tool, named, effects)) return exactly(finding, home)
  return inFolder(named, finding, home)
}

/** For a script that is the first operand: `python3 tool.py`. */
function forScript(finding: LineFinding, home: string): SuggestedRule | undefined {
  const [program, script] = literalsOf(finding) ?? []
  const isScript = finding.facts?.paths.some(
    ({ path, access }) => literalOf(path) === script && access?.includes('execute') === true,
  )
  if (program === undefined || script === undefined || script.startsWith('-') || isScript !== true) return undefined
  return script.startsWith('/') ? startingWith([program, script]) : inFolder([program, script], finding, home)
}

function forWrite(finding: LineFinding, home: string): SuggestedRule | undefined {
  const path = literalPattern(finding.paths[0]?.path, finding, home)
  return path === undefined ? undefined : { decision: 'allow', paths: [path], access: ['write'] }
}

function startingWith(command: string[]): SuggestedRule {
  return { decision: 'allow', command }
}

function inFolder(command: string[], { cwd }: LineFinding, home: string): SuggestedRule | undefined {
  // In a rule, these characters make a pattern of folders.
  if (cwd === undefined || /[*?[]/.test(cwd)) return undefined
  return { decision: 'allow', command, in: [fromHome(cwd, home)] }
}

function exactly(finding: LineFinding, home: string): SuggestedRule | undefined {
  const words = literalsOf(finding)
  const rule = words === undefined || words.length === 0 ? undefined : inFolder(words, finding, home)
  return rule && { decision: 'allow', command: words!, exact: true, in: rule.in! }
}

/** A pattern that fits only this path. */
function literalPattern(path: Word | undefined, finding: LineFinding, home: string): string | undefined {
  const absolute = path === undefined ? undefined : absoluteOf(path, finding, home)
  return absolute === undefined || /[*?[]/.test(absolute) ? undefined : fromHome(absolute, home)
}

/** `~/src` works for every user. */
function fromHome(path: string, home: string): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

/** The words of the line; undefined unless all of them are literal. */
function literalsOf({ words }: LineFinding): string[] | undefined {
  const literals = words.map(literalOf)
  return literals.includes(undefined) ? undefined : (literals as string[])
}
