import { locate, positionsOf, validate, type AtipDocument } from '@atip/protocol'
import { applyFixes, lint, type LintFinding, type LintConfig } from '@atip/protocol/lint'
import type { FileProblem } from '../report/problem.js'
import { bytesOf, problemsInFile, type Report } from './file-problems.js'
import { patchJson } from './patch-json.js'
import { toText } from './read-file.js'

export interface LintedFile {
  problems: FileProblem[]
  /** The rules that were fixed, and where. */
  fixed: Pick<LintFinding, 'rule' | 'pointer'>[]
  /** The text with the fixes made; undefined if there is nothing to write. */
  text: string | undefined
  /** Changing the file invalidates its signature. */
  isSigned: boolean
}

/** Of several fixes for one place, each pass makes one. */
const MAX_PASSES = 10

/** The lint findings of a file, and its text with all safe fixes applied. An invalid file is only reported. */
export function lintFile(file: string, config: LintConfig, isFixing: boolean, isOnly: boolean): LintedFile {
  const bytes = bytesOf(file, isOnly)
  if ('problem' in bytes) return { ...nothing, problems: [bytes.problem] }
  const { valid, problems, value } = validate(bytes)
  if (!valid) return { ...nothing, problems: inFile(file, bytes, problems) }
  const original = toText(bytes)
  let document = value as AtipDocument
  let findings = lint(document, config)
  let text = original
  const fixed: LintedFile['fixed'] = []
  const passes = isFixing ? MAX_PASSES : 0
  for (let pass = 0; pass < passes; pass++) {
    const fixable = findings.filter(({ fix }) => fix !== undefined)
    if (fixable.length === 0) break
    const better = applyFixes(document, fixable)
    text = patchJson(text, document, better)
    document = better
    findings = lint(document, config)
    fixed.push(...fixable.filter((finding) => !isAmong(findings, finding)))
  }
  const isChanged = text !== original
  const shown = isChanged ? Buffer.from(text) : bytes
  const isSigned = isChanged && hasSignature(value as AtipDocument)
  return { problems: inFile(file, shown, placed(text, findings)), fixed, text: isChanged ? text : undefined, isSigned }
}

const nothing = { fixed: [], text: undefined, isSigned: false }

function inFile(file: string, bytes: Uint8Array, reports: readonly (Report & { fix?: unknown })[]): FileProblem[] {
  return problemsInFile(file, bytes, reports).map(({ problem, report }) => ({
    ...problem,
    ...(report.fix !== undefined && { fixable: true }),
  }))
}

/** Adds positions to findings. Something missing gets the position of its nearest existing ancestor. */
function placed(text: string, findings: readonly LintFinding[]): (LintFinding & Report)[] {
  const chains = findings.map(({ pointer }) => ancestors(pointer))
  const pointers = [...new Set(chains.flat())]
  const found = locate(text, pointers)
  const places = new Map(pointers.map((pointer, index) => [pointer, found[index]]))
  const offsets = chains.map((chain) => {
    const place = places.get(chain.find((pointer) => places.get(pointer) !== undefined) ?? '')
    // For values with brackets, the key is a better position than the opening bracket.
    const isScalar = place !== undefined && !/[[{]/.test(text.charAt(place.start))
    return (isScalar ? undefined : place?.key?.start) ?? place?.start ?? 0
  })
  const positions = positionsOf(text, offsets)
  return findings.map((finding, index) => ({ ...finding, ...positions[index]! }))
}

/** The pointer and those of all its ancestors. */
function ancestors(pointer: string): string[] {
  return pointer === '' ? [''] : [pointer, ...ancestors(pointer.slice(0, pointer.lastIndexOf('/')))]
}

function isAmong(findings: readonly LintFinding[], { rule, pointer }: LintFinding): boolean {
  return findings.some((other) => other.rule === rule && other.pointer === pointer)
}

function hasSignature({ trust }: AtipDocument): boolean {
  return [trust?.signature, trust?.integrity?.signature, trust?.shimIntegrity?.signature].some(
    (one) => one !== undefined,
  )
}
