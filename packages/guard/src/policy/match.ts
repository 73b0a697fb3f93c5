import { fieldOf, nameFits } from '@atip/protocol/calls'
import type { LineFinding } from '../line/finding.js'
import { changesOnlyOutput } from '../places/index.js'
import { isLiteral, literalOf, type Word } from '../shell/word.js'
import { checkDemands, type ProgramEvidence } from './demands.js'
import { absolutePattern, pathFits } from './glob.js'
import { isForeign, isUnapproved } from './approval.js'
import { knowledgeOf } from './description-origin.js'
import { fitOfCommand, fitOfTool, isLiterally, type Fit } from './match-command.js'
import { fitOfPaths, liesIn, unnamedTreasures, type PatternPlaces } from './match-path.js'
import type { EffectCondition, PolicyRule, TrustCondition } from './types.js'

/** Whether a rule that asks or denies applies. If unsure, `maybe`. */
export function fitOfRule(
  rule: PolicyRule,
  finding: LineFinding,
  places: PatternPlaces,
  evidence: ProgramEvidence = {},
): Fit {
  const { command, isExact = false, tools, toolsExcept, effects, paths, access, folders, trust } = rule
  const fits: Fit[] = []
  if (command !== undefined) fits.push(fitOfCommand(finding, command, isExact))
  if (tools !== undefined) fits.push(fitOfTool(finding, tools))
  if (toolsExcept !== undefined) fits.push(fitOfOtherTool(finding, toolsExcept))
  if (effects !== undefined) fits.push(hasEffects(effects, finding) ? 'yes' : 'no')
  if (paths !== undefined) fits.push(fitOfPaths(finding, paths, access, places))
  if (folders !== undefined) fits.push(fitOfFolder(finding, folders, places))
  if (trust !== undefined) fits.push(isTrustedSo(trust, finding) ? 'yes' : 'no')
  if (rule.isUnapproved === true) fits.push(isUnapproved(finding, evidence) ? 'yes' : 'no')
  if (rule.isForeign === true) fits.push(isForeign(finding) ? 'yes' : 'no')
  if (rule.startsUnknown === true) fits.push(startsUnknown(finding) ? 'yes' : 'no')
  if (rule.demands !== undefined && !fits.includes('no')) fits.push(checkDemands(rule, finding, evidence).fit)
  return fits.includes('no') ? 'no' : fits.includes('maybe') ? 'maybe' : 'yes'
}

/**
 * Whether a rule that allows covers a finding. Everything must be certain: the words are literal, no variable could
 * change their meaning, and no path needs a question of its own.
 */
export function isCovered(rule: PolicyRule, finding: LineFinding, places: PatternPlaces): boolean {
  const { command, isExact = false, tools, toolsExcept, effects, paths, access, folders, trust } = rule
  const { about, isFinal, words } = finding
  if (isFinal || about === 'line' || about === 'variable') return false
  const isRedirect = about === 'write' || about === 'read'
  if (isRedirect ? paths === undefined : !isPlainCall(finding)) return false
  if ((about === 'code' || about === 'elsewhere') && command === undefined && tools === undefined) return false
  if (toolsExcept !== undefined || rule.demands !== undefined || rule.startsUnknown === true) return false
  if (command !== undefined && !isLiterally(finding, command, isExact, places)) return false
  const program = words[0] === undefined ? undefined : literalOf(words[0])
  if (tools !== undefined && !tools.some((pattern) => program !== undefined && isNamed(program, pattern))) return false
  if (effects !== undefined && !hasEffects(effects, asDestructive(finding))) return false
  if (folders !== undefined && fitOfFolder(finding, folders, places) !== 'yes') return false
  if (trust !== undefined && !isTrustedSo(trust, finding)) return false
  if (paths !== undefined) {
    if (!liesIn(finding, paths, access, places)) return false
    if (command === undefined && tools === undefined && !onlyTouchesFiles(rule, finding)) return false
  }
  if (unnamedTreasures(finding, paths, places).length > 0) return false
  const isLoss = finding.decision === 'deny' || (finding.effects?.destructive === true && finding.about === 'call')
  return !isLoss || namesDestruction(rule)
}

/** Code that is denied destroys something, although its effects as a whole are not known. */
function asDestructive(finding: LineFinding): LineFinding {
  const isLoss = finding.about === 'code' && finding.code?.destroys !== undefined
  return isLoss ? { ...finding, effects: { ...finding.effects, destructive: true } } : finding
}

function startsUnknown({ about, rule, code }: LineFinding): boolean {
  if (rule === 'hidden-code') return true
  if (about !== 'code') return false
  return code === undefined || !code.isUnderstood || [...code.programs, ...code.shellLines].includes(undefined)
}

/** Only a rule that names `destructive` covers that: "always allow git push" is not about `--force`. */
export function namesDestruction({ effects }: PolicyRule): boolean {
  return effects?.some(({ field, values }) => field === 'destructive' && values.includes(true)) === true
}

function isPlainCall({ words, assigned, isPlain }: LineFinding): boolean {
  return isPlain && assigned.every((name) => changesOnlyOutput(name)) && words.every(isConstant)
}

/** A shell, find or xargs may replace `{}` by an option. */
function isConstant(word: Word): boolean {
  return isLiteral(word) && !literalOf(word)!.includes('{}')
}

/** `/tmp/git` is not git. */
function isNamed(program: string, pattern: string): boolean {
  return program.includes('/') ? program === pattern : nameFits(pattern, program)
}

/** A rule with only paths does not cover network access or started programs. */
function onlyTouchesFiles(rule: PolicyRule, { effects }: LineFinding): boolean {
  const isNamedIn = (field: string) => rule.effects?.some((one) => one.field === field) === true
  return (
    (effects?.network === false || isNamedIn('network')) &&
    (effects?.subprocess === false || isNamedIn('subprocess')) &&
    (effects?.destructive === false || isNamedIn('destructive'))
  )
}

function hasEffects(conditions: readonly EffectCondition[], { effects = {} }: LineFinding): boolean {
  return conditions.every(({ field, values }) => values.includes(fieldOf(effects, field)))
}

/** Shell builtins are not tools that a delegation could list. */
function fitOfOtherTool(finding: LineFinding, names: readonly string[]): Fit {
  if (finding.words.length === 0 || knowledgeOf(finding).source === 'shell') return 'no'
  const program = literalOf(finding.words[0]!)
  if (program === undefined) return 'yes'
  return names.some((name) => isNamed(program, name)) ? 'no' : 'yes'
}

function fitOfFolder({ cwd }: LineFinding, patterns: readonly string[], { base, home }: PatternPlaces): Fit {
  if (cwd === undefined) return 'maybe'
  const isThere = patterns.some((pattern) => pathFits(absolutePattern(pattern, base ?? cwd, home), cwd))
  return isThere ? 'yes' : 'no'
}

function isTrustedSo({ sources, verified }: TrustCondition, finding: LineFinding): boolean {
  const { source } = knowledgeOf(finding)
  if (sources !== undefined && !sources.includes(source)) return false
  // The shell itself runs the line, so there is nothing to verify.
  if (source === 'shell') return verified === undefined
  return verified === undefined || verified.includes(finding.facts?.tool.trust?.verified)
}
