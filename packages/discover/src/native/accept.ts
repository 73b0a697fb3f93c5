import {
  fitOfVersion,
  normalise,
  PROTOCOL_VERSION,
  validate,
  type AtipDocument,
  type AtipTool,
  type Problem,
  type Trust,
} from '@atip/protocol'
import type { Hash } from '../types.js'
import { unusableName } from './names.js'
import { plain, quoted } from './plain.js'

/** Further facts about the program, besides its name. */
export interface Expected {
  /** The basename of the real file, if its name is a link. */
  realName?: string
  /** The hash of the file itself. */
  hash?: Hash
  /** `user` for a file written by hand. */
  source?: 'native' | 'user'
}

/** `alias`: it uses the name of the file that its own name links to. `impostor`: it uses any other name. */
export type Flaw = 'not-atip' | 'invalid' | 'too-new' | 'alias' | 'impostor' | 'other-binary'

export type Acceptance =
  | { ok: true; tool: AtipTool; warnings: string[] }
  /** `reason` continues a sentence about the program and is safe to display. */
  | { ok: false; flaw: Flaw; reason: string }

/** The number of problems reported; a hostile document can have millions. */
const MOST_PROBLEMS = 20

/** Judges what a program printed for `--agent`, or a stored copy of it. Uses nothing but its input. */
export function accept(bytes: Uint8Array, name: string, expected: Expected = {}): Acceptance {
  const { valid, problems, value } = validate(bytes, { maxProblems: MOST_PROBLEMS })
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'atip')) return notAtip(problems, value)
  const newer = whyTooNew(value)
  if (newer !== undefined) return refuse('too-new', newer)
  if (!valid) return refuse('invalid', `its description is not valid: ${sentenceOf(firstError(problems))}`)
  const tool = normalise(value as AtipDocument)
  const unusable = unusableName(tool)
  if (unusable !== undefined) return refuse('invalid', unusable)
  if (tool.name !== name) return wrongName(tool.name, name, expected.realName)
  const source = expected.source ?? 'native'
  const isOther = tool.binary !== undefined && !isBinary(tool, expected.hash)
  if (source === 'user' && isOther) {
    // A description kept by name must not contradict the program's hash.
    return refuse('other-binary', 'its description is for other bytes than those of the program')
  }
  const warnings = problems.map(sentenceOf)
  if (isOther) warnings.push('/binary: does not fit the program that printed it, and is left out')
  return { ok: true, tool: withOwnTrust(tool, source, isOther), warnings }
}

function refuse(flaw: Flaw, reason: string): Acceptance {
  return { ok: false, flaw, reason }
}

function notAtip(problems: readonly Problem[], value: unknown): Acceptance {
  if (value !== undefined) return refuse('not-atip', 'it printed JSON that is no ATIP description')
  return refuse('not-atip', `it printed no JSON: ${sentenceOf(firstError(problems))}`)
}

/** Checked first, because a document of a newer version may look invalid to us. */
function whyTooNew(document: object): string | undefined {
  const { atip } = document as { atip: unknown }
  const fields = typeof atip === 'object' && atip !== null ? (atip as Record<string, unknown>) : { version: atip }
  const { version, minAgentVersion: needed } = fields
  const ours = `this reader knows ${PROTOCOL_VERSION}; a newer one may understand it`
  if (typeof version === 'string' && fitOfVersion(version) === 'newer-major') {
    return `it speaks ATIP ${plain(version, 20)}, and ${ours}`
  }
  if (typeof needed !== 'string' || !fitOfVersion(needed).startsWith('newer')) return undefined
  return `it wants a reader of ATIP ${plain(needed, 20)}, and ${ours}`
}

/** A program must not describe itself under another name than its own. */
function wrongName(claimed: string, name: string, realName: string | undefined): Acceptance {
  if (claimed === realName) {
    return refuse('alias', `it answers as ${quoted(claimed)}, whose other name this is; ask it by that name`)
  }
  const rule = 'a description counts only for a program of its name'
  return refuse('impostor', `it calls itself ${quoted(claimed)}, but is called ${quoted(name)}; ${rule}`)
}

function isBinary({ binary, name }: AtipTool, hash: Hash | undefined): boolean {
  if (binary === undefined || hash === undefined || binary.hash !== hash) return false
  return binary.name === name || binary.aliases?.includes(name) === true
}

/**
 * `trust.source` is set by how we got the description, and a self-declared `verified` is dropped. Its own signatures
 * are preserved as claims that can be checked; a shim's signature cannot apply to printed output.
 */
function withOwnTrust(tool: AtipTool, source: 'native' | 'user', withoutBinary: boolean): AtipTool {
  const { binary, trust: { integrity, provenance } = {}, ...rest } = tool
  const trust: Trust = { source }
  if (integrity !== undefined) {
    const { lastVerified: _, ...claim } = integrity
    trust.integrity = claim
  }
  if (provenance !== undefined) trust.provenance = provenance
  return { ...rest, ...(binary !== undefined && !withoutBinary && { binary }), trust }
}

function firstError(problems: readonly Problem[]): Problem | undefined {
  return problems.find(({ severity }) => severity === 'error')
}

function sentenceOf(problem: Problem | undefined): string {
  if (problem === undefined) return 'it cannot be read'
  return plain(problem.pointer === '' ? problem.message : `${problem.pointer}: ${problem.message}`)
}
