import type { Io } from '../call/io.js'
import type { Outcome } from '../call/outcome.js'
import type { Screen } from '../define/screen.js'
import type { BuiltInValues, OutputMode } from '../model/built-in-flags.js'
import type { CommandModel } from '../model/model.js'
import { isBytes } from '../schema/bytes.js'
import { printable } from './controls.js'

export type ShownMode = Exclude<OutputMode, 'auto'>

/** The requested format, or the tool's own, or text on a terminal and JSON in a pipe. */
export function modeFor(flags: BuiltInValues, io: Io, own?: ShownMode): ShownMode {
  const asked = flags.output ?? (io.env.TOOLI_OUTPUT as OutputMode | undefined)
  if (asked === 'json' || asked === 'jsonl' || asked === 'text' || asked === 'raw') return asked
  if (own !== undefined && asked !== 'auto') return own
  return io.isTerminal ? 'text' : 'json'
}

/** Whether to use colour. */
export function wantsColor(flags: BuiltInValues, io: Io, isTerminal: boolean): boolean {
  return isTerminal && flags.noColor !== true && (io.env.NO_COLOR ?? '') === '' && io.env.TERM !== 'dumb'
}

/** Prints an outcome: the result on stdout; a failure as a document in JSON mode, and always on stderr. */
export async function print(
  outcome: Outcome,
  mode: ShownMode,
  flags: BuiltInValues,
  io: Io,
  more: PrintDetails,
): Promise<void> {
  if (!outcome.ok) return printFailure(outcome, mode, flags, io, more)
  const { meta } = outcome
  if (more.wasStreamed && isBytes(more.model?.output)) return
  let whole = outcome.data
  if (whole instanceof Uint8Array) {
    const { bytesInFile, bytesNote, wayOfBytes } = await import('./bytes.js')
    const way = wayOfBytes(flags, io)
    if (way !== 'file') return io.write(way === 'write' ? whole : bytesNote(whole, more.model))
    whole = bytesInFile(whole, more.model)
  }
  const data = flags.fields === undefined ? whole : pickFields(whole, flags.fields.split(','))
  if (mode === 'json') io.write(`${toJson({ ok: true, data, meta }, io)}\n`)
  else if (mode === 'raw') io.write(typeof data === 'string' ? withBreak(data) : `${toJson(data, io)}\n`)
  else if (mode === 'jsonl') printLines(more.wasStreamed ? [] : Array.isArray(data) ? data : [data], io)
  else if (meta.plan !== undefined) printPlan(meta.plan, io)
  else if (!more.wasStreamed) await printText(data, flags, io, more.model, meta.tool)
  if (meta.truncated !== undefined && mode !== 'json' && flags.quiet !== true) {
    const { shown, total, next } = meta.truncated
    io.writeError(`${shown}${total === undefined ? '' : ` of ${total}`} shown; for the rest: ${next}\n`)
  }
}

export interface PrintDetails {
  model?: CommandModel | undefined
  /** The items were already sent as they came. */
  wasStreamed?: boolean
  /** The command line, to point at the wrong word. */
  line?: { words: string[]; index?: number | undefined }
}

async function printFailure(
  outcome: Extract<Outcome, { ok: false }>,
  mode: ShownMode,
  flags: BuiltInValues,
  io: Io,
  { line }: PrintDetails,
) {
  const { error, meta } = outcome
  if (mode === 'json') io.write(`${toJson({ ok: false, error, meta }, io)}\n`)
  if (mode !== 'text') return io.writeError(`${JSON.stringify({ error })}\n`)
  const { renderError } = await import('./error-text.js')
  const color = wantsColor(flags, io, io.isErrorTerminal)
  io.writeError(withBreak(renderError(error, { width: io.columns, color, ...(line && { line }) })))
}

async function printText(
  data: unknown,
  flags: BuiltInValues,
  io: Io,
  model: CommandModel | undefined,
  tool: string,
): Promise<void> {
  if (data === null || data === undefined) return
  const { isTerminal } = io
  const screen = { width: isTerminal ? io.columns : UNCUT, color: wantsColor(flags, io, isTerminal), isTerminal }
  // The text of the command's own renderer reaches the terminal unchanged.
  const own = flags.fields === undefined ? model?.command.definition.text : undefined
  const text = own === undefined ? await usualText(data, screen, model) : await own(data, screen)
  if (text === '') return
  const isPaged = isTerminal && model?.command.definition.pager === true
  if (!isPaged || !(await io.page?.(withBreak(text), tool))) io.write(withBreak(text))
}

async function usualText(data: unknown, screen: Screen, model: CommandModel | undefined): Promise<string> {
  const { renderValue } = await import('./text.js')
  const form = model?.output
  return renderValue(data, { ...screen, ...(form && { form }) })
}

/** Without a terminal, nothing is cut. */
const UNCUT = 1_000_000

function printLines(items: readonly unknown[], io: Io): void {
  io.write(items.map((item) => `${JSON.stringify(item ?? null)}\n`).join(''))
}

function printPlan(plan: readonly string[], io: Io): void {
  io.write(plan.length === 0 ? 'Nothing would be done.\n' : plan.map((step) => `would ${printable(step)}\n`).join(''))
}

/** Indented on a terminal, compact for programs. */
function toJson(value: unknown, io: Io): string {
  return JSON.stringify(value ?? null, null, io.isTerminal ? 2 : undefined)
}

function withBreak(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

/** Picks fields such as `name,owner.login` from each entry. */
export function pickFields(data: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(data)) return data.map((entry) => pickFields(entry, fields))
  if (typeof data !== 'object' || data === null) return data
  const result: Record<string, unknown> = {}
  for (const field of fields.map((name) => name.trim()).filter((name) => name !== '')) {
    let value: unknown = data
    for (const step of field.split('.')) {
      const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, step)
      value = isInside ? (value as Record<string, unknown>)[step] : undefined
    }
    result[field] = value ?? null
  }
  return result
}
