import { sentences } from '../vocabulary/sentences.js'
import { wordsOf, type OclifCommand, type OclifConfig, type OclifDeprecation, type OclifFlag } from './config.js'

/** Fills in the config and command fields of oclif's templates; other templates stay unchanged. */
export function render(text: string, config: OclifConfig, command?: OclifCommand): string {
  const known = { config, command: command && { ...command, id: namesOf(config, command) } }
  return text.replaceAll(
    /<%[-=]\s*(config|command)\.(\w+)\s*%>/g,
    (whole, owner: 'config' | 'command', field: string) => {
      const value = (known[owner] as Record<string, unknown> | undefined)?.[field]
      return typeof value === 'string' ? value : whole
    },
  )
}

function namesOf(config: OclifConfig, { id }: OclifCommand): string {
  return config.isSingleCommandCLI === true ? '' : wordsOf(config, id).join(' ')
}

export function describeCommand(config: OclifConfig, command: OclifCommand): string {
  const { summary, description = '', state, deprecationOptions } = command
  // Without a summary, oclif shows the first line of the description.
  const text = summary || description.split('\n')[0]!
  const deprecated = state === 'deprecated' ? (deprecationOptions ?? true) : undefined
  return sentences([render(text, config, command), ...(state === 'beta' ? ['Beta'] : []), ...deprecation(deprecated)])
}

export function describeFlag(config: OclifConfig, command: OclifCommand, flag: OclifFlag): string {
  const { summary, description, delimiter, dependsOn = [], exclusive = [], relationships = [] } = flag
  const related = (type: string) =>
    relationships
      .filter((relation) => relation.type === type)
      .flatMap(({ flags }) => flags.map((other) => (typeof other === 'string' ? other : other.name)))
  return sentences([
    render(summary || description || '', config, command),
    ...deprecation(flag.deprecated),
    ...(flag.multiple === true && delimiter ? [`A value is split at "${delimiter}"`] : []),
    ...relation('Needs', [...dependsOn, ...related('all')]),
    ...relation('Needs one of', related('some')),
    ...relation('Not together with', [...exclusive, ...related('none')]),
  ])
}

function deprecation(deprecated: true | OclifDeprecation | undefined): string[] {
  if (deprecated === undefined) return []
  if (deprecated === true) return ['Deprecated']
  const { message, to } = deprecated
  return [message ? `Deprecated: ${message}` : to ? `Deprecated: use ${to}` : 'Deprecated']
}

function relation(verb: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${verb} ${[...new Set(names)].map((name) => `--${name}`).join(', ')}`]
}
