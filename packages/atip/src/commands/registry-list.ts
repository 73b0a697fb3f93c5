import { acceptedBuild, loadRegistries } from '@atip/registry'
import { command, t } from 'tooli'
import { padEnd, printable } from 'tooli/terminal'
import { machineHere } from '../home.js'
import { REGISTRY_ERRORS, withRegistryErrors } from './registry-options.js'
import { READS } from './parameters.js'

export const registryListCommand = command({
  description: 'List the registries in use, in the order they are asked',
  details:
    'Registries of the machine are in /etc/agent-tools/registries.json, and you cannot switch them off. Yours are in ~/.config/agent-tools/registries.json; ATIP_REGISTRIES replaces them.',
  output: t.array(
    t.object({
      name: t.string(),
      url: t.string(),
      priority: t.number('Lower is asked first'),
      requireSignatures: t.boolean(),
      signers: t.integer('How many may sign for it'),
      organization: t.boolean('Its policy holds here'),
      build: t.integer('The number of the last accepted build').optional(),
      expires: t.string('Until when that build is valid').optional(),
      isExpired: t.boolean('That build has expired: its policy still applies, but nothing new is used').optional(),
      synced: t.string('When registries were last asked without any problem').optional(),
    }),
  ),
  effects: { ...READS, interactive: { stdin: 'none', prompts: false, tty: false } },
  errors: { ...REGISTRY_ERRORS },
  examples: [{ run: 'atip registry list', description: 'Which registries are in use' }],

  run: () =>
    withRegistryErrors(async () => {
      const machine = machineHere()
      const { readLastSync } = await import('@atip/discover/registries')
      const succeeded = readLastSync(machine)?.succeeded
      return loadRegistries({ config: machine.places.config }, process.env).map((one) => {
        const accepted = acceptedBuild(machine.places.data, one.url, new Date())
        return {
          name: one.name,
          url: one.url,
          priority: one.priority,
          requireSignatures: one.requireSignatures,
          signers: one.signers.length + one.minisignKeys.length,
          organization: one.organization,
          ...(accepted && { build: accepted.serial, isExpired: accepted.isExpired }),
          ...(accepted?.expires !== undefined && { expires: accepted.expires }),
          ...(succeeded !== undefined && { synced: new Date(succeeded).toISOString() }),
        }
      })
    }),

  text: (list) => {
    if (list.length === 0) return 'No registry is configured. Add one with: atip registry add URL'
    const column = Math.max(...list.map(({ name }) => name.length))
    const synced = list.find((one) => one.synced !== undefined)?.synced ?? 'never'
    return [
      ...list.map(({ name, url, priority, signers, requireSignatures, organization, build, expires, isExpired }) => {
        const signed = signers === 0 ? 'no signers' : `${signers} ${signers === 1 ? 'signer' : 'signers'}`
        const facts = [
          String(priority),
          signed,
          ...(requireSignatures ? [] : ['unsigned allowed']),
          ...(organization ? ['organisation'] : []),
          build === undefined ? 'not fetched yet' : `build ${build}`,
          ...(expires === undefined ? [] : [`${isExpired ? 'expired on' : 'valid until'} ${expires.slice(0, 10)}`]),
        ]
        return `${padEnd(printable(name), column)}  ${printable(url)}  ${facts.join(', ')}`
      }),
      `Last sync without problems: ${synced}.`,
    ].join('\n')
  },
})
