import type { CliDefinition, CommandMap } from '../define/types.js'

/** The definition of the tool that a module exports. */
export function definitionIn(exported: { default?: unknown }, module: string): CliDefinition<CommandMap> {
  const { definition } = (exported.default ?? {}) as { definition?: Partial<CliDefinition<CommandMap>> }
  if (typeof definition?.name === 'string' && typeof definition.version === 'string') {
    return definition as CliDefinition<CommandMap>
  }
  throw new Error(`${module} must export the result of defineCli as its default`)
}
