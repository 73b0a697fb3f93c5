import atip from '@atip/protocol/schema/0.6.json' with { type: 'json' }
import extension from '@atip/protocol/schema/x-atip.json' with { type: 'json' }
import { command, t } from 'tooli'
import policy from '@atip/guard/policy.schema.json' with { type: 'json' }

const SCHEMAS = {
  atip: { title: 'A description of a tool, ATIP 0.6', schema: atip as Record<string, unknown> },
  'x-atip': {
    title: 'The extension for effects that depend on options and arguments',
    schema: extension as Record<string, unknown>,
  },
  policy: { title: 'A policy for what agents may run', schema: policy as Record<string, unknown> },
}
type Name = keyof typeof SCHEMAS
const NAMES = Object.keys(SCHEMAS) as [Name, ...Name[]]

export const schemaCommand = command({
  description: 'Print a JSON Schema',
  details: 'With -o raw the schema is all that is printed, ready for an editor or a validator.',
  args: t.object({ name: t.enum(NAMES, 'Which schema').default('atip') }),
  options: t.object({ list: t.boolean('List the schemas instead').default(false) }),
  output: t.union([
    t.array(t.object({ name: t.string(), title: t.string(), id: t.string('Its $id') })),
    t.record(t.unknown(), 'The schema'),
  ]),
  effects: {
    filesystem: { read: false, write: false, delete: false },
    network: false,
    subprocess: false,
    destructive: false,
    idempotent: true,
    interactive: { stdin: 'none', prompts: false, tty: false },
    cost: { billable: false },
  },
  examples: [
    { run: 'atip schema -o raw > atip.schema.json', description: 'For an editor' },
    { run: 'atip schema x-atip', description: 'The extension' },
    { run: 'atip schema policy -o raw > policy.schema.json', description: 'For writing a policy' },
    { run: 'atip schema --list', description: 'Which there are' },
  ],

  run({ args, options }) {
    if (!options.list) return SCHEMAS[args.name].schema
    return NAMES.map((name) => ({ name, title: SCHEMAS[name].title, id: String(SCHEMAS[name].schema.$id) }))
  },

  text: async (result) =>
    Array.isArray(result)
      ? result.map(({ name, title }) => `${name.padEnd(8)}${title}`).join('\n')
      : JSON.stringify(result, null, 2),
})
