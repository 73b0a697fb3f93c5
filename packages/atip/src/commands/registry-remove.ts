import { removeAccepted, removeShimsOf } from '@atip/registry'
import { command, EXIT, t, ToolError } from 'tooli'
import { openRegistriesFile } from '../documents/registries-file.js'
import { WRITE_ERRORS } from '../documents/write-file.js'
import { machineHere } from '../home.js'
import { count } from '../report/words.js'
import { WRITES } from './parameters.js'
import { REGISTRY_ERRORS, withRegistryErrors } from './registry-options.js'

export const registryRemoveCommand = command({
  description: 'Stop using a registry',
  details: 'Removes it from your registries.json, and the descriptions that came from it from this machine.',
  args: t.object({ registry: t.string('Its address or its name').cli({ placeholder: 'REGISTRY' }) }),
  output: t.object({ file: t.string(), url: t.string(), removed: t.integer('Descriptions that came from it') }),
  effects: WRITES,
  errors: { ...REGISTRY_ERRORS, ...WRITE_ERRORS },
  examples: [{ run: 'atip registry remove https://registry.example', description: 'By its address' }],

  run: ({ args, ctx }) =>
    withRegistryErrors(async () => {
      const { file, entries, registries, write } = openRegistriesFile()
      const wanted = args.registry.replace(/\/+$/, '')
      const index = registries.findIndex(({ url, name }) => url === wanted || name === args.registry)
      if (index === -1) {
        const message = `${JSON.stringify(args.registry)} is not in ${file}`
        throw new ToolError('E4200', message, { exitCode: EXIT.noInput })
      }
      const { url } = registries[index]!
      let removed = 0
      await ctx.effect(`write ${file}`, () => {
        write(entries.filter((_, place) => place !== index))
        removeAccepted(machineHere().places.data, url)
        removed = removeShimsOf(machineHere().places.data, url)
      })
      const { refreshKnowledge } = await import('@atip/discover/registries')
      await refreshKnowledge(machineHere())
      return { file, url, removed }
    }),

  text: ({ url, removed }) => `Removed ${url} and ${count(removed, 'description')} that came from it.`,
})
