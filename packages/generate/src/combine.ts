/** Combines the facts of the synopses with those of the tables. */

import type { Evidence, FoundArgument, FoundOption, SourceKind } from './found.js'
import type { UsageOperand } from './synopsis/operand.js'
import type { UsageFacts, UsageOption } from './synopsis/read.js'
import { valueOf } from './spec/value.js'
import { isCommandWord } from './synopsis/words.js'
import { typeOf } from './spec/types.js'

/** More places than this do not make a fact more certain. */
const MOST_EVIDENCE = 8

/** No command has more positional operands. */
const MOST_OPERANDS = 40

export interface UsageForm {
  facts: UsageFacts
  lines: [number, number]
}

/** Merges options that share a flag into one; the first description stays. */
export function mergeOptions(options: Iterable<FoundOption>): FoundOption[] {
  const merged = new MergedOptions()
  for (const option of options) merged.add(option)
  return merged.all
}

/** Merges options one at a time, so that a caller need not store a mention that occurs a hundred thousand times. */
export class MergedOptions {
  readonly all: FoundOption[] = []
  readonly #byFlag = new Map<string, FoundOption>()

  add(option: FoundOption): void {
    const byFlag = this.#byFlag
    const spellings = [...option.flags, ...option.negations]
    const known = spellings.map((flag) => byFlag.get(flag)).find((found) => found !== undefined)
    const target = known && isSame(known, option, byFlag) ? known : undefined
    if (target) join(target, option)
    const flags = option.flags.filter((flag) => !byFlag.has(flag))
    const negations = option.negations.filter((flag) => !byFlag.has(flag))
    const kept = target ?? {
      ...option,
      flags: flags.length > 0 ? flags : negations,
      negations: flags.length > 0 ? negations : [],
    }
    if (kept.flags.length === 0) return
    if (target) {
      target.flags.push(...flags)
      target.negations.push(...negations)
    } else this.all.push(kept)
    for (const flag of [...flags, ...negations]) byFlag.set(flag, kept)
  }
}

/** Two entries are the same option if no flag of the second one belongs to a third option. */
function isSame(known: FoundOption, option: FoundOption, byFlag: Map<string, FoundOption>): boolean {
  return option.flags.every((flag) => (byFlag.get(flag) ?? known) === known)
}

function join(target: FoundOption, other: FoundOption): void {
  // An entry on the next line repeats the name with its value: `--mode -- text` / `--mode=NAME`.
  const isNext = other.evidence[0]!.lines[0] === target.evidence.at(-1)!.lines[0] + 1
  const isBelow = isNext && (other.value?.confidence ?? 0) > 0.9
  const saidNothing = target.description === undefined || isBelow
  target.description ??= other.description
  target.default ??= other.default
  target.environment ??= other.environment
  target.repeatable ||= other.repeatable
  if (target.evidence.length < MOST_EVIDENCE) target.evidence.push(...other.evidence)
  if (!target.value && saidNothing) target.value = other.value
  else if (other.value && target.value?.choices.length === 0) target.value.choices = other.value.choices
}

export function addUsageOptions(options: FoundOption[], forms: UsageForm[], source: SourceKind): FoundOption[] {
  const byFlag = new Map(
    options.flatMap((option) => [...option.flags, ...option.negations].map((flag) => [flag, option])),
  )
  const added: FoundOption[] = []
  for (const form of forms) {
    for (const usage of form.facts.options) {
      const evidence: Evidence = { source, place: 'usage', lines: form.lines, confidence: 0.85 }
      const known = usage.flags.map((flag) => byFlag.get(flag)).find((option) => option !== undefined)
      if (known) enrich(known, usage, evidence, forms.length === 1)
      else added.push(fromUsage(usage, evidence, forms.length === 1))
    }
  }
  return mergeOptions([...options, ...added])
}

function enrich(option: FoundOption, usage: UsageOption, evidence: Evidence, isOnlyForm: boolean): void {
  if (option.evidence.length < MOST_EVIDENCE) option.evidence.push(evidence)
  if (usage.required && isOnlyForm) option.required = true
  option.repeatable ||= usage.repeatable
  const value = valueOf(usage.values)
  if (!value || option.negations.length > 0) return
  if (!option.value && usage.confidence >= 0.9) option.value = { ...value, confidence: 0.8 }
  else if (option.value && option.value.choices.length === 0 && value.choices.length > 0) {
    option.value.choices = value.choices
  }
}

function fromUsage(usage: UsageOption, evidence: Evidence, isOnlyForm: boolean): FoundOption {
  const value = valueOf(usage.values)
  const type = value?.placeholder === undefined ? undefined : typeOf(value.placeholder, '')
  return {
    flags: usage.flags,
    negations: usage.negations,
    ...(value && { value: { ...value, ...(type && { type }) } }),
    required: usage.required && isOnlyForm,
    repeatable: usage.repeatable,
    global: false,
    evidence: [evidence],
  }
}

export function mergeArguments(
  table: FoundArgument[],
  forms: UsageForm[],
  source: SourceKind,
  hasCommands: boolean,
): FoundArgument[] {
  const result: FoundArgument[] = []
  const rows = [...table]
  for (const [index, form] of forms.entries()) {
    const operands = withoutCommand(form.facts.operands, hasCommands)
    for (const operand of operands.slice(0, MOST_OPERANDS)) {
      const evidence: Evidence = { source, place: 'usage', lines: form.lines, confidence: 0.85 }
      const known = result.find((argument) => operand.names.some((name) => isSameName(argument.name, name)))
      if (known) {
        known.variadic ||= operand.variadic
        continue
      }
      if (result.length >= MOST_OPERANDS) break
      const row = takeRow(rows, operand)
      result.push(fromOperand(operand, row, evidence, index === 0))
    }
    for (const argument of result) {
      if (!operands.some((operand) => operand.names.some((name) => isSameName(argument.name, name))))
        argument.required = false
    }
  }
  const isCommandRow = (row: FoundArgument) => hasCommands && (row.choices.length > 0 || isCommandWord(row.name))
  return [
    ...result,
    ...rows.filter((row) => !isCommandRow(row) && !result.some((argument) => isSameName(argument.name, row.name))),
  ]
}

/** The operand for the subcommand, and all operands after it, belong to the subcommands. */
function withoutCommand(operands: UsageOperand[], hasCommands: boolean): UsageOperand[] {
  if (!hasCommands) return operands
  // If a table lists commands, `tool install FILE` is a form of one of them.
  if (operands[0]?.isLiteral) return []
  const place = operands.findIndex(
    (operand) => operand.isCommand || operand.choices.length > 0 || /^sub-?command/i.test(operand.names[0]!),
  )
  if (place !== -1) return operands.slice(0, place)
  // argparse prints `TOPIC ...` and lists the topics as commands.
  return operands.at(-1)?.variadic && operands.at(-1)!.required ? operands.slice(0, -1) : operands
}

function takeRow(rows: FoundArgument[], operand: UsageOperand): FoundArgument | undefined {
  const at = rows.findIndex((row) =>
    [...operand.names, operand.names.join('|')].some((name) => isSameName(row.name, name)),
  )
  return at === -1 ? undefined : rows.splice(at, 1)[0]
}

function fromOperand(
  operand: UsageOperand,
  row: FoundArgument | undefined,
  evidence: Evidence,
  isFirst: boolean,
): FoundArgument {
  const type = row?.type ?? typeOf(operand.names[0], row?.description ?? '')
  return {
    name: row?.name ?? operand.names[0]!,
    required: operand.required && isFirst,
    variadic: operand.variadic || (row?.variadic ?? false),
    ...(row?.description !== undefined && { description: row.description }),
    choices: operand.choices.length > 0 ? operand.choices : (row?.choices ?? []),
    ...(row?.default !== undefined && { default: row.default }),
    ...(type && { type }),
    evidence: [...(row?.evidence ?? []), evidence],
  }
}

export function isSameName(one: string, other: string): boolean {
  return bareName(one) === bareName(other)
}

function bareName(name: string): string {
  const bare = name
    .toLowerCase()
    .replace(/\(s\)$/, 's')
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return bare.length > 3 ? bare.replace(/s$/, '') : bare
}
