import { readlinkSync } from 'node:fs'
import { environmentFor } from '../environment.js'
import { nextIdentity } from '../identity.js'
import { countsAlone } from '../process-count.js'
import { run, type RunSetting } from '../run.js'
import { EVIDENCE_SCRIPT, readEvidence } from './evidence.js'
import { flawsIn } from './judge.js'

const NAMESPACES = ['ipc', 'mnt', 'net', 'pid', 'uts']

/** Runs a script in the sandbox that tries to break out. Returns the reasons not to use the sandbox, if any. */
export async function flawsOf(setting: RunSetting): Promise<string[]> {
  const argv = ['/bin/sh', '-c', EVIDENCE_SCRIPT, 'proof', setting.host.home]
  const result = await run(setting, argv)
  if (result.status === 'not-started') return [`it cannot be built: ${result.reason}`]
  const evidence = readEvidence(result.stdout.toString())
  if (result.status !== 'exited' || evidence === null) {
    return [`its test did not come to an end: ${result.status} ${result.code} ${result.stderr.toString().trim()}`]
  }
  return flawsIn(evidence, {
    hostNamespaces: new Map(NAMESPACES.map((name) => [name, readlinkSync(`/proc/self/ns/${name}`)])),
    environment: Object.keys(environmentFor([])),
    limits: countsAlone(nextIdentity(0)) ? setting.limits : { ...setting.limits, processes: Infinity },
    filtersCalls: setting.backend.filtersCalls,
  })
}
