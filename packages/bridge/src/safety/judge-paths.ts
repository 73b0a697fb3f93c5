import { escapes, pathInUrl, type PathPolicy } from './paths.js'
import type { JudgedCall } from './subject.js'
import type { Violation } from './decision.js'

interface NamedPath {
  parameter: string
  path: string
}

/** The files outside the roots that a call names. */
export function judgePaths(subject: JudgedCall, policy: PathPolicy): Violation[] {
  return pathsOf(subject)
    .filter(({ path }) => escapes(path, policy))
    .map(({ parameter, path }) => ({
      code: 'path-outside-roots',
      decision: 'deny',
      parameter,
      message: `${JSON.stringify(path)} is outside ${policy.roots.map((root) => JSON.stringify(root)).join(', ')}`,
    }))
}

/** `-` is standard input. In a command without a description, any text may be a path. */
function pathsOf({ call, meaning, values }: JudgedCall): NamedPath[] {
  if (call === undefined || meaning === undefined) {
    return Object.keys(values).flatMap((parameter) =>
      textsIn(values[parameter]).map((text) => ({ parameter, path: pathInUrl(text) ?? text })),
    )
  }
  const urls = call.uses
    .filter(({ parameter }) => parameter.type === 'url' || parameter.items?.type === 'url')
    .flatMap(({ parameter, words }) => words.map((word) => ({ parameter: parameter.name, path: pathInUrl(word) })))
    .filter((named): named is NamedPath => named.path !== undefined)
  return [...meaning.paths.filter(({ path }) => path !== '-'), ...urls]
}

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return typeof value === 'string' ? [value] : []
}
