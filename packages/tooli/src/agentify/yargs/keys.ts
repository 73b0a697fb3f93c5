import type { YargsOptions, YargsProgram } from './program.js'

/** A key, its aliases, and the spellings of all of them that yargs adds. */
export function namesOf(program: YargsProgram, key: string): string[] {
  const names = aliasGroup(program.getOptions(), key)
  const expands = program.getInternalMethods().getParserConfiguration()['camel-case-expansion'] !== false
  return expands ? [...new Set([...names, ...names.map(camelCase), ...names.map(kebabCase)])] : names
}

/** A key and its aliases, the key first; aliases of aliases count. */
export function aliasGroup({ alias }: YargsOptions, key: string): string[] {
  const group = new Set([key])
  // Iterating a Set also visits elements that are added on the way.
  for (const name of group) {
    for (const other of Object.hasOwn(alias, name) ? alias[name]! : []) group.add(other)
    for (const [owner, others] of Object.entries(alias)) if (others.includes(name)) group.add(owner)
  }
  return [...group]
}

/** The keys whose options `--help` shows, without aliases and without what is hidden. */
export function shownKeys(program: YargsProgram): string[] {
  const options = program.getOptions()
  const isKnown = (key: string) => Object.hasOwn(options.key, key)
  const keys = new Set([
    ...Object.keys(program.getInternalMethods().getUsageInstance().getDescriptions()),
    ...Object.keys(options.demandedOptions),
    ...Object.keys(options.default),
    // Groups of other commands remain; their options have no key here.
    ...Object.values(program.getGroups()).flat().filter(isKnown),
  ])
  const main = new Set([...keys].filter((key) => key !== '_' && key !== '').map((key) => mainKey(program, key)))
  return [...main].filter((key) => !namesOf(program, key).some((name) => options.hiddenOptions.includes(name)))
}

/** The main key of its group: the one that others are aliases of. */
function mainKey(program: YargsProgram, key: string): string {
  const { alias } = program.getOptions()
  const isAlias = (name: string) => Object.values(alias).some((others) => others.includes(name))
  const declared = namesOf(program, key).filter((name) => isDeclared(program, name))
  return declared.find((name) => !isAlias(name)) ?? declared[0] ?? key
}

/** Whether the author wrote the name, and not yargs. */
function isDeclared(program: YargsProgram, name: string): boolean {
  const { key, alias } = program.getOptions()
  return Object.hasOwn(key, name) || Object.hasOwn(alias, name)
}

function camelCase(name: string): string {
  return name.replace(/([^-])-+([^-])/g, (_, before: string, after: string) => before + after.toUpperCase())
}

function kebabCase(name: string): string {
  return name.replace(/(.)([A-Z])/g, (_, before: string, after: string) => `${before}-${after.toLowerCase()}`)
}
