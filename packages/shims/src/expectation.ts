import {
  effectsOfArgv,
  isReadOnly,
  parameterRules,
  parseArgv,
  tokenise,
  type ArgvEffects,
  type PathUse,
  type ToolLookup,
} from '@atip/protocol/calls'

/** Claims about a line that need no argument. */
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
  endless: ({ call }) => call?.endless === true,
  ends: ({ call }) => call?.endless === undefined,
  'finds hidden': ({ call }) => call?.hidden === true,
  'leaves hidden': ({ call }) => call !== undefined && call.hidden !== true,
  incidental: ({ call }) => call?.incidental !== undefined,
  'reach routine': ({ call }) => call?.reach === 'routine',
  'not routine': ({ call }) => call?.reach !== 'routine',
  'reach project': ({ call }) => call?.reach !== undefined,
  'reach beyond': ({ call }) => call !== undefined && call.reach === undefined,
  'loss narrow': ({ call }) => call?.loss === 'narrow',
  'loss wide': ({ effects, call }) => effects.destructive === true && call?.loss === undefined,
  repository: ({ call }) => call?.repository === true,
  'reads arguments': ({ call }) => call?.stdin?.kind === 'arguments',
}

/** Claims with an argument: `prints revision`, `writes to out.txt`. */
const ABOUT: Record<string, (answer: ArgvEffects, about: string) => boolean> = {
  runs: ({ call }, line) =>
    (call?.runs ?? []).some((run) => (run.kind === 'argv' ? run.words.join(' ') : run.text) === line),
  prints: ({ call }, kind) => (call?.prints ?? 'anything') === kind,
  account: ({ call }, name) => call?.account === name,
  changes: ({ call }, what) => (call?.changes ?? []).join(' and ') === what,
  'reads from': has((use) => use.access?.includes('read') === true),
  'writes to': has((use) => use.access?.includes('write') === true),
  'tells about': has((use) => use.access?.join() === 'stat'),
  'logs in with': has((use) => use.credential === true),
  'works in': has((use) => use.place !== undefined),
}

function has(isMeant: (use: PathUse) => boolean) {
  return ({ call }: ArgvEffects, path: string) => (call?.paths ?? []).some((use) => use.path === path && isMeant(use))
}

/** Returns a sentence for each claim that does not hold. */
export function failedClaims(line: string, claims: readonly string[], lookup: ToolLookup): string[] {
  const tokens = tokenise(line)
  if (!tokens.ok) return [`${line}: ${tokens.message}`]
  const answer = effectsOfArgv(tokens.words, lookup)
  return claims.flatMap((claim) => {
    const named = /^names (\w+) (.+)$/.exec(claim)
    if (named !== null && valuesOf(named[1]!, tokens.words, lookup).includes(named[2]!)) return []
    const about = Object.keys(ABOUT).find((start) => claim.startsWith(`${start} `))
    const said = CLAIMS[claim]?.(answer) ?? (about && ABOUT[about]!(answer, claim.slice(about.length + 1)))
    if (said === true) return []
    const known = ['names KIND …', ...Object.keys(CLAIMS), ...Object.keys(ABOUT).map((start) => `${start} …`)]
    if (said === undefined) return [`${line}: "${claim}" is no claim; known are ${known.join(', ')}`]
    return [`${line}: not ${claim}; ${shown(answer)}`]
  })
}

/** The words of a line whose value has this kind: `names package zod`. */
function valuesOf(kind: string, argv: readonly string[], lookup: ToolLookup): string[] {
  const tool = lookup(argv[0]!)
  const uses = tool === undefined ? [] : parseArgv(tool, argv).uses
  return uses
    .filter(({ parameter }) => parameterRules(parameter).some(({ value }) => value?.kind === kind))
    .flatMap(({ words }) => words)
}

function shown({ effects, call }: ArgvEffects): string {
  const doubts = call?.doubts.map(({ reason, word }) => `${reason} ${word}`) ?? ['unknown program']
  const { runs, paths, prints } = call ?? {}
  return JSON.stringify({ effects, doubts, runs, paths, prints })
}
