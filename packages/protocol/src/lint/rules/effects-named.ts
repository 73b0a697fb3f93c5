import type { Level } from '../inspection/inspection.js'
import type { Rule } from '../inspection/rule.js'
import { destructiveVerbOf, hasDestructiveName, hasHarmlessName } from '../inspection/verbs.js'

/** Commands whose name contradicts their effects. */
export const destructiveName: Rule = {
  id: 'destructive-name',
  severity: 'warning',
  summary: 'A command that is called delete, remove or the like is destructive or says why not',
  why: 'A name that promises to take something away and a missing or false "destructive" is the most expensive mistake metadata can make. A command that states both "destructive": false and "reversible": true itself, or leaves the damage to an option by x-atip, has answered.',
  *check({ commands }) {
    for (const level of commands) {
      const sign = signOf(level)
      if (sign === undefined || level.effects.destructive === true || hasAnswered(level)) continue
      const now = level.effects.destructive === false ? 'is false' : 'is not stated'
      const message = `${sign}, but "destructive" ${now}; state it as true, or as false beside "reversible": true`
      yield { at: level.keys, message }
    }
  },
}

export const harmlessName: Rule = {
  id: 'harmless-name',
  severity: 'warning',
  summary: 'A command that is called list, show or the like is not destructive',
  why: 'A false alarm costs a confirmation each time and teaches people to wave real ones through. It is often inherited from a group by mistake.',
  *check({ commands }) {
    for (const level of commands) {
      if (level.effects.destructive !== true || !hasHarmlessName(nameOf(level))) continue
      const origin = level.node.effects?.destructive === undefined ? 'inherits' : 'states'
      const message = `"${level.title}" ${origin} "destructive": true; if it only tells something, state false here`
      yield { at: level.keys, message }
    }
  },
}

function signOf({ title, node, ...level }: Level): string | undefined {
  if (hasDestructiveName(nameOf(level))) return `"${title}" sounds destructive`
  const verb = destructiveVerbOf(node.description)
  return verb === undefined ? undefined : `the description of "${title}" starts with "${verb}"`
}

/** The tool's own name promises nothing: `reset` restores a terminal, and `find` can delete. */
function nameOf({ path }: Pick<Level, 'path'>): string {
  return path.at(-1) ?? ''
}

function hasAnswered({ node }: Level): boolean {
  if (node.effects?.destructive !== false) return false
  if (node.effects.reversible === true) return true
  const extensions = [...(node.arguments ?? []), ...(node.options ?? [])].map((parameter) => parameter['x-atip'])
  const rules = extensions.flatMap((extension) =>
    extension === undefined ? [] : [extension, ...(extension.cases ?? [])],
  )
  return [...rules, ...(node['x-atip']?.cases ?? [])].some(({ effects }) => effects?.destructive === true)
}
