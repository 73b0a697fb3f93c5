import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { command, EXIT, t } from 'tooli'
import { findTool, keepTrust, type Machine } from '@atip/discover'
import { findProgram } from '@atip/discover/describe'
import { nameOfTrustLevel, readTool, TrustLevel, type AtipTool, type IntegrityResult } from '@atip/protocol'
import type { ToolTrust } from '@atip/trust'
import { FILE_ERRORS, noSuchFile } from '../documents/errors.js'
import { readBytes } from '../documents/read-file.js'
import { TRUST_ERRORS } from '../documents/named-signers.js'
import { trustSettings } from '../documents/trust-settings.js'
import { HOME_ERRORS, machineHere } from '../home.js'
import { READS } from './parameters.js'

const LEVELS = ['COMPROMISED', 'UNSIGNED', 'UNVERIFIED', 'PROVENANCE_FAIL', 'VERIFIED'] as const

const REPORT = t.object({
  file: t.string('The file that was verified'),
  level: t.enum(LEVELS),
  verified: t.boolean('The level is VERIFIED; if not, the exit code says why'),
  isExplained: t.boolean('The text tells every step'),
  steps: t.array(
    t.object({
      step: t.enum(['hash', 'signature', 'provenance']),
      status: t.enum(['match', 'mismatch', 'valid', 'invalid', 'absent', 'unchecked']),
      code: t.string('The kind of problem').optional(),
      says: t.string('What was found'),
    }),
    'Every check, in order',
  ),
  hash: t.string('SHA-256 of its bytes').optional(),
  signer: t.string('Who signed').optional(),
  slsaLevel: t.integer('The level of its provenance that was proven').optional(),
  warnings: t.array(t.string(), 'Claims that were not believed, and why the level is not kept').optional(),
  isKept: t.boolean('The level is kept for policies, show, list and check, until the program or your signers change'),
})

export const verifyCommand = command({
  description: 'Verify who signed a program or a description',
  details:
    'Looks for signatures and attestations beside the file: FILE.bundle (sigstore), FILE.minisig, FILE.asc, FILE.intoto.jsonl. Trusted signers come from "trust" in your config.json, or from the options. The level of a program is kept for policies that demand one, unless options name signers. Exits with 0 if verified, 1 if refused, 69 if it cannot be checked here, 66 if there is no such file.',
  args: t.object({ file: t.string('A file, or a program on PATH').cli({ placeholder: 'FILE' }) }),
  options: t.object({
    identity: t.string('The identity that must have signed').optional(),
    issuer: t.string('Who vouches for the identity: the address of the OpenID provider').optional(),
    key: t.path('The public key that must have signed', { kind: 'file' }).optional(),
    minisignKey: t.path('The public key of minisign that must have signed', { kind: 'file' }).optional(),
    description: t.path('The description of the program, with its hash and claims', { kind: 'file' }).optional(),
    slsaLevel: t.integer('The SLSA level that must be proven').min(0).max(4).optional(),
    trustedRoot: t.path("Replaces the root of sigstore's public services", { kind: 'file' }).optional(),
    network: t.boolean('Fetch signatures from where the description says they are').default(false),
    explain: t.boolean('Tell every step').default(false),
  }),
  output: REPORT,
  effects: {
    ...READS,
    filesystem: { read: true, write: true, delete: false },
    network: true,
    interactive: { stdin: 'none', prompts: false, tty: false },
  },
  errors: { ...FILE_ERRORS, ...TRUST_ERRORS, ...HOME_ERRORS },
  examples: [
    { run: 'atip verify ./tool --key release.pub --explain', description: 'Signed with a key, every step' },
    {
      run: 'atip verify ./tool --identity release@example.com --issuer https://accounts.google.com',
      description: 'Signed with an identity',
    },
  ],

  async run({ args, options, ctx }) {
    const path = fileNamed(args.file)
    const settings = await trustSettings(options)
    const { verifyTool } = await import('@atip/trust')
    const description = options.description === undefined ? ownDescription(path) : described(options.description)
    const { slsaLevel: minimumSlsaLevel } = options
    const trust = await verifyTool({
      path,
      ...settings,
      ...(description && { description }),
      ...(minimumSlsaLevel !== undefined && { minimumSlsaLevel }),
    })
    const { integrity, signature, provenance } = trust.results
    const isVerified = trust.level === TrustLevel.VERIFIED
    if (!isVerified) ctx.exitWith(trust.level === TrustLevel.UNVERIFIED ? EXIT.unavailable : EXIT.failure)
    const hash = integrity.actual
    const { network: _, explain: __, ...chosen } = options
    const isByConfiguration = Object.values(chosen).every((option) => option === undefined)
    const { isKept, problem }: Kept = isByConfiguration ? await keep(machineHere(), path, trust) : { isKept: false }
    const warnings = [...(provenance?.warnings ?? []), ...(problem === undefined ? [] : [problem])]
    const steps = [
      step('hash', hash === undefined ? integrity : { status: integrity.status }, hashText(integrity)),
      ...(signature ? [step('signature', signature, named(signature))] : []),
      ...(provenance ? [step('provenance', provenance, built(provenance))] : []),
    ]
    return {
      file: path,
      level: nameOfTrustLevel(trust.level) as (typeof LEVELS)[number],
      verified: isVerified,
      isExplained: options.explain,
      steps,
      ...(hash !== undefined && { hash }),
      ...(signature?.status === 'valid' && { signer: named(signature) }),
      ...(provenance?.status === 'valid' && { slsaLevel: provenance.slsaLevel ?? 0 }),
      ...(warnings.length > 0 && { warnings }),
      isKept,
    }
  },

  text: async (report, screen) => (await import('../report/verify-text.js')).verifyText(report, screen),
})

function fileNamed(word: string): string {
  const path = word.includes('/') || existsSync(word) ? word : findProgram(word, machineHere().searchPath)
  if (path === undefined || !existsSync(path)) throw noSuchFile(word, `there is no file ${JSON.stringify(word)}`)
  return path
}

interface Kept {
  isKept: boolean
  problem?: string
}

/** Stores the result for a program, for judging its calls; results for other files are not stored. */
async function keep(machine: Machine, path: string, { level, results, hash }: ToolTrust): Promise<Kept> {
  const found = await findTool(machine, resolve(path))
  // The program may have changed in the meantime.
  if (!found.ok || found.program.file.hash !== hash) return { isKept: false }
  try {
    await keepTrust(machine, found.program.file, { level, results, checked: new Date().toISOString() })
    return { isKept: true }
  } catch (error) {
    return { isKept: false, problem: `the level is not kept for policies: ${(error as Error).message}` }
  }
}

/** The description in this file itself, which says where its signature is. */
function ownDescription(path: string): AtipTool | undefined {
  return path.endsWith('.json') ? described(path, true) : undefined
}

/** `binary` describes the program, so it must not be compared with the description's own file. */
function described(file: string, isItself = false): AtipTool | undefined {
  const reading = readTool(readBytes(file))
  if (!reading.ok) return undefined
  const { binary: _, ...rest } = reading.tool
  return isItself ? (rest as AtipTool) : reading.tool
}

interface Checked {
  status: 'match' | 'mismatch' | 'valid' | 'invalid' | 'absent' | 'unchecked'
  code?: string
  error?: string
}

function step(name: 'hash' | 'signature' | 'provenance', { status, code, error }: Checked, otherwise: string) {
  return { step: name, status, ...(code !== undefined && { code }), says: error ?? otherwise }
}

function hashText({ status, actual = '', expected }: IntegrityResult): string {
  if (status === 'match') return `${actual}, as described`
  return status === 'mismatch' ? `${actual}; described is ${expected}` : actual
}

const named = ({ identity = '', issuer }: { identity?: string; issuer?: string }) =>
  issuer === undefined ? identity : `${identity} (${issuer})`

const built = ({ slsaLevel, builder, source }: { slsaLevel?: number; builder?: string; source?: string }) =>
  `SLSA level ${slsaLevel ?? 0}, built by ${builder}${source === undefined ? '' : ` from ${source}`}`
