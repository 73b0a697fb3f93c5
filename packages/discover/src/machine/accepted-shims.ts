import { acceptanceFiles, openAcceptance, type ShimAcceptance, type ShimRecord } from '@atip/registry/stored'
import { identityAt } from '../scan/file/identity.js'
import type { Machine } from './machine.js'

/** Everything that decides whether registry shims are accepted, as text for comparison. */
export function acceptanceStamp({ places, registries = '' }: Machine): string {
  return [registries, ...acceptanceFiles(places).map((file) => `${file} ${identityAt(file)}`)].join('\n')
}

let last: { stamp: string; accepts: (record: ShimRecord) => ShimAcceptance } | undefined

/** Whether a stored shim may be used now. The configuration is read again only after a change. */
export function acceptanceOf(machine: Machine, record: ShimRecord): ShimAcceptance {
  const stamp = acceptanceStamp(machine)
  if (last?.stamp !== stamp) {
    const { places, registries: ATIP_REGISTRIES } = machine
    const { config, data } = places
    last = { stamp, accepts: openAcceptance({ config, data }, { ATIP_REGISTRIES }) }
  }
  return last.accepts(record)
}
