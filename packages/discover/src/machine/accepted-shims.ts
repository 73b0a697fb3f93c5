import { acceptanceFiles, openAcceptance, type ShimAcceptance, type ShimRecord } from '@atip/registry/stored'
import { identityAt } from '../scan/file/identity.js'
import type { Machine } from './machine.js'

/** What decides now whether shims of registries may be used, as one text that can be compared. */
export function acceptanceStamp({ places, registries = '' }: Machine): string {
  return [registries, ...acceptanceFiles(places).map((file) => `${file} ${identityAt(file)}`)].join('\n')
}

let last: { stamp: string; accepts: (record: ShimRecord) => ShimAcceptance } | undefined

/** Whether a stored shim may be used now. The configuration is read again only when it changed. */
export function acceptanceOf(machine: Machine, record: ShimRecord): ShimAcceptance {
  const stamp = acceptanceStamp(machine)
  if (last?.stamp !== stamp) {
    const { places, registries: ATIP_REGISTRIES } = machine
    const { config, data } = places
    last = { stamp, accepts: openAcceptance({ config, data }, { ATIP_REGISTRIES }) }
  }
  return last.accepts(record)
}
