/** A tool with commands in groups of a hundred, each with options, an argument, effects and an example. */
export function sampleTool(count) {
  const commands = {}
  for (let index = 0; index < count; index++) {
    const group = (commands[`group${Math.floor(index / 100)}`] ??= { description: 'A group of commands', commands: {} })
    group.commands[`command${index}`] = {
      description: `Does the thing that has the number ${index}`,
      arguments: [{ name: 'file', type: 'file', description: 'The file to do it to', required: true }],
      options: Array.from({ length: 8 }, (_, place) => ({
        name: `option-${place}`,
        flags: [`-${'abcdefgh'[place]}`, `--option-${place}`],
        type: place % 3 === 0 ? 'boolean' : 'string',
        description: `What option number ${place} changes`,
      })),
      effects: { network: false, idempotent: true, destructive: false, filesystem: { read: true, write: false } },
      examples: [`tool command${index} --option-1 x`],
    }
  }
  return { atip: { version: '0.6' }, name: 'tool', version: '1.0.0', description: 'A tool to measure with', commands }
}
