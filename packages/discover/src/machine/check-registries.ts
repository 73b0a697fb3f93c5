import { acceptedBuild, RegistryError } from '@atip/registry'
import type { Check } from './examine-machine.js'
import type { Machine } from './machine.js'
import { readLastSync, registriesOf, type RegistrySyncOptions } from './sync-registries.js'

const SYNC = 'Run: atip registry sync'

/** The check of registries for `atip doctor`. None if no registry is configured. */
export function checkRegistries(
  machine: Machine,
  { env = process.env, system, now = new Date() }: Pick<RegistrySyncOptions, 'env' | 'system'> & { now?: Date } = {},
): Check[] {
  const name = 'registries'
  try {
    const registries = registriesOf(machine, env, system)
    if (registries.length === 0) return []
    const last = readLastSync(machine)
    const states = registries.map((registry) => {
      const build = acceptedBuild(machine.places.data, registry.url, now)
      if (build === undefined) return { isGood: false, text: `${registry.name} was not fetched yet` }
      const { serial, expires, isExpired } = build
      const until = expires === undefined ? '' : `, ${isExpired ? 'expired on' : 'valid until'} ${expires.slice(0, 10)}`
      return { isGood: !isExpired, text: `${registry.name}: build ${serial}${until}` }
    })
    const succeeded = last?.succeeded === undefined ? 'never' : new Date(last.succeeded).toISOString()
    const texts = [...states.map(({ text }) => text), `last sync without problems: ${succeeded}`]
    const problems = last?.problems ?? []
    const isGood = states.every((state) => state.isGood) && problems.length === 0
    const message = [...texts, ...problems].join('; ')
    return isGood ? [{ name, status: 'ok', message }] : [{ name, status: 'warning', message, fix: [SYNC] }]
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    return [{ name, status: 'problem', message: error.message, fix: ['Fix the file'] }]
  }
}
