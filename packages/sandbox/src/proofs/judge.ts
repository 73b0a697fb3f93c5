import { HOME } from '../environment.js'
import { KERNEL_LIMITS, type Limits } from '../limits.js'
import { SCRATCH_PLACES } from '../system-places.js'
import type { ProofEvidence } from './evidence.js'

export interface Expectation {
  /** Ids of the host's namespaces, as in /proc/self/ns. */
  readonly hostNamespaces: ReadonlyMap<string, string>
  readonly environment: readonly string[]
  readonly limits: Limits
  readonly filtersCalls: boolean
}

/** Sentences that say in which ways the sandbox is not one; empty if it is sound. */
export function flawsIn(evidence: ProofEvidence, expectation: Expectation): string[] {
  return [
    ...powerIn(evidence, expectation),
    ...writableIn(evidence),
    ...sharedIn(evidence, expectation),
    ...visibleIn(evidence, expectation),
    ...unlimitedIn(evidence, expectation),
  ]
}

/** Checks user, group and privileges. */
function powerIn({ status }: ProofEvidence, { filtersCalls }: Expectation): string[] {
  const flaws: string[] = []
  const ids = [...(status.get('Uid') ?? '0').split('\t'), ...(status.get('Gid') ?? '0').split('\t')]
  if (ids.some((id) => Number(id) === 0)) flaws.push('a program in it is root')
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
    if (!/^0+$/.test(status.get(set) ?? '')) flaws.push(`a program in it has capabilities (${set} ${status.get(set)})`)
  }
  if (status.get('NoNewPrivs') !== '1') flaws.push('a program in it can gain privileges')
  if (filtersCalls && status.get('Seccomp') !== '2') flaws.push('its system calls are not filtered')
  return flaws
}

function writableIn({ written, mounts }: ProofEvidence): string[] {
  const scratch = [...SCRATCH_PLACES, HOME]
  const protectsProc = mounts.some(({ path, isReadOnly }) => path === '/proc/sys' && isReadOnly)
  const mayBeWritten = (path: string) =>
    scratch.includes(path) || /^\/dev\/\w+$/.test(path) || (path === '/proc' && protectsProc)
  return [
    ...written.map((folder) => `a program in it can write to ${folder}`),
    ...(mounts.length === 0 ? ['its mounts cannot be seen'] : []),
    ...mounts
      .filter(({ path, isReadOnly }) => !isReadOnly && !mayBeWritten(path))
      .map(({ path, type }) => `${path} (${type}) is not read-only`),
  ]
}

function sharedIn({ namespaces, routes }: ProofEvidence, { hostNamespaces }: Expectation): string[] {
  const flaws = [...hostNamespaces]
    .filter(([name, own]) => (namespaces.get(name) ?? own) === own)
    .map(([name]) => `it shares the ${name} namespace of the host`)
  if (routes.length > 0) flaws.push('it has a route to a network')
  return flaws
}

function visibleIn({ stdin, home, run, environment }: ProofEvidence, expected: Expectation): string[] {
  const flaws: string[] = []
  if (stdin !== '/dev/null') flaws.push(`it reads from ${stdin}`)
  if (home.length > 0) flaws.push(`it sees ${home.length} entries of the host's home`)
  if (run.some((name) => name !== 'current-system')) flaws.push(`it sees ${run[0]} in /run`)
  const known = new Set([...expected.environment, 'PWD', 'OLDPWD', 'SHLVL', '_'])
  const strange = environment.filter((name) => !known.has(name))
  if (strange.length > 0) flaws.push(`it sees the variables ${strange.join(', ')}`)
  return flaws
}

function unlimitedIn({ limits }: ProofEvidence, expected: Expectation): string[] {
  const wanted = Object.entries(KERNEL_LIMITS).map(([name, { line }]) => ({ name, line }))
  const flaws = wanted
    .filter(({ name, line }) => !(limits.get(line)! <= expected.limits[name as keyof typeof KERNEL_LIMITS]))
    .map(({ name }) => `${name} is not limited`)
  if (limits.get('Max core file size') !== 0) flaws.push('it can leave core dumps')
  return flaws
}
