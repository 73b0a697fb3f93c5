import { isExtension, isObject, TrustLevel, unknownKey } from '@atip/protocol'
import { FormatError } from './format-error.js'

/** What an organisation demands of the tools that run on its machines (RFC 4.8). */
export interface OrganisationPolicy {
  organization?: string
  /** `allowlist`: only programs with a shim in the organisation's registry. */
  approval: 'open' | 'allowlist'
  trust: {
    requireSignatures: boolean
    /** Identities of accepted signers; undefined accepts every signer. */
    allowedSigners?: string[]
    minimumTrust?: TrustLevel
    minimumSlsaLevel?: number
  }
  execution: {
    /** Effects that a human must confirm. */
    requireConfirmation: string[]
    auditAllCalls: boolean
  }
}

/** Why a policy refuses a shim of this signer; undefined if it accepts it. */
export function refusalBy({ trust }: OrganisationPolicy, signer: { identity: string } | undefined): string | undefined {
  const { requireSignatures, allowedSigners, minimumTrust } = trust
  if (signer === undefined && (requireSignatures || minimumTrust === TrustLevel.VERIFIED)) {
    return 'the organisation requires signatures, and there is none that is trusted here'
  }
  if (allowedSigners === undefined || allowedSigners.includes(signer?.identity ?? '')) return undefined
  const what = signer === undefined ? 'unsigned shims' : `shims signed by ${signer.identity}`
  return `the organisation does not accept ${what}`
}

const KEYS = {
  approval: ['mode', 'note'],
  trust: ['requireSignature', 'requireSignatures', 'allowedSigners', 'minimumTrust', 'minimumSlsaLevel', 'otherwise'],
  execution: ['requireConfirmation', 'auditAllCalls'],
} as const

/** Throws a FormatError: a policy that cannot be read must not count as one without demands. */
export function readPolicy(bytes: Uint8Array): OrganisationPolicy {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new FormatError(`the policy is no JSON, which has no comments: ${(error as Error).message}`)
  }
  const fail = (what: string) => new FormatError(`the policy is not valid: ${what}`)
  const policy = isObject(document) ? document.policy : undefined
  if (!isObject(policy)) throw fail('"policy" must be an object')
  if (policy.version !== undefined && String(policy.version) !== '1') throw fail('"policy.version" must be "1"')
  // An unknown key may be a misspelt demand.
  const requireKnown = (value: object, at: string, known: readonly string[]) => {
    const odd = Object.keys(value).find((key) => !known.includes(key) && !isExtension(key))
    if (odd !== undefined) throw fail(`${at} has an ${unknownKey(odd, known)}`)
  }
  requireKnown(policy, '"policy"', ['version', 'organization', 'approval', 'trust', 'execution'])
  const part = (name: keyof typeof KEYS): Record<string, unknown> => {
    const value = policy[name] ?? {}
    if (!isObject(value)) throw fail(`"policy.${name}" must be an object`)
    requireKnown(value, `"policy.${name}"`, KEYS[name])
    return value
  }
  const [approval, trust, execution] = [part('approval'), part('trust'), part('execution')]
  const flag = (holder: Record<string, unknown>, name: string): boolean => {
    const value = holder[name] ?? false
    if (typeof value !== 'boolean') throw fail(`"${name}" must be true or false`)
    return value
  }
  const mode = approval.mode ?? 'open'
  if (mode !== 'open' && mode !== 'allowlist') throw fail('"approval.mode" must be "open" or "allowlist"')
  const { allowedSigners, minimumTrust, minimumSlsaLevel, otherwise = 'ask' } = trust
  if (otherwise !== 'ask' && otherwise !== 'deny') throw fail('"otherwise" must be "ask" or "deny"')
  if (allowedSigners !== undefined && !isTexts(allowedSigners)) throw fail('"allowedSigners" must be a list of texts')
  if (minimumTrust !== undefined && !isLevel(minimumTrust)) {
    throw fail(`"minimumTrust" must be one of ${Object.keys(TrustLevel).join(', ')}`)
  }
  if (minimumSlsaLevel !== undefined && !Number.isInteger(minimumSlsaLevel)) {
    throw fail('"minimumSlsaLevel" must be a whole number')
  }
  const confirmed = execution.requireConfirmation ?? {}
  if (!isObject(confirmed)) throw fail('"requireConfirmation" must be an object of effects')
  return {
    ...(typeof policy.organization === 'string' && { organization: policy.organization }),
    approval: mode,
    trust: {
      requireSignatures: flag(trust, 'requireSignatures') || flag(trust, 'requireSignature'),
      ...(allowedSigners !== undefined && { allowedSigners }),
      ...(minimumTrust !== undefined && { minimumTrust: TrustLevel[minimumTrust] }),
      ...(minimumSlsaLevel !== undefined && { minimumSlsaLevel: Number(minimumSlsaLevel) }),
    },
    execution: {
      requireConfirmation: Object.keys(confirmed).filter((effect) => confirmed[effect] !== false),
      auditAllCalls: flag(execution, 'auditAllCalls'),
    },
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
const isLevel = (value: unknown): value is keyof typeof TrustLevel =>
  typeof value === 'string' && Object.hasOwn(TrustLevel, value)
