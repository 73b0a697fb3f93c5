import { effectsOfArgv, isReadOnly, tokenise, type ArgvEffects, type ToolLookup } from '@atip/protocol'

/** What an example in a shim may claim of its line. */
const CLAIMS: Record<string, (answer: ArgvEffects) => boolean> = {
  'read-only': ({ effects }) => isReadOnly(effects),
  'not read-only': ({ effects }) => !isReadOnly(effects),
  destructive: ({ effects }) => effects.destructive === true,
  'not destructive': ({ effects }) => effects.destructive === false,
  writes: ({ effects }) => effects.filesystem?.write === true,
  'no writes': ({ effects }) => effects.filesystem?.write === false,
  deletes: ({ effects }) => effects.filesystem?.delete === true,
  network: ({ effects }) => effects.network === true,
  'no network': ({ effects }) => effects.network === false,
  subprocess: ({ effects }) => effects.subprocess === true,
  harmless: ({ call }) => call?.harmless !== undefined,
  unknown: ({ effects }) => effects.destructive === undefined,
  billable: ({ effects }) => effects.cost?.billable === true,
  terminal: ({ effects }) => effects.interactive?.tty === true,
  password: ({ effects }) => effects.interactive?.stdin === 'password',
}

/** What is wrong with an example: nothing, or a sentence for each claim that does not hold. */
export function failedClaims(line: string, claims: readonly string[], lookup: ToolLookup): string[] {
  const tokens = tokenise(line)
  if (!tokens.ok) return [`${line}: ${tokens.message}`]
  const answer = effectsOfArgv(tokens.words, lookup)
  return claims.flatMap((claim) => {
    const said = claim.startsWith('runs ')
      ? (answer.call?.runs ?? []).some(
          (run) => (run.kind === 'argv' ? run.words.join(' ') : run.text) === claim.slice('runs '.length),
        )
      : CLAIMS[claim]?.(answer)
    if (said === true) return []
    if (said === undefined) return [`${line}: "${claim}" is no claim; known are ${Object.keys(CLAIMS).join(', ')}`]
    return [`${line}: not ${claim}; ${shown(answer)}`]
  })
}

function shown({ effects, call }: ArgvEffects): string {
  const doubts = call?.doubts.map(({ reason, word }) => `${reason} ${word}`) ?? ['unknown program']
  return JSON.stringify({ effects, doubts, runs: call?.runs })
}
