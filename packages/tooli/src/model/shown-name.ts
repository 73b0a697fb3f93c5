import type { ParameterModel } from './model.js'

/** The name by which users know a parameter, as in the usage line: `PATTERN`, `--max-depth`. */
export function shownName({ kind, key, flags, hints }: ParameterModel): string {
  if (kind === 'argument') return hints.placeholder ?? kebab(key).toUpperCase()
  return flags.find((flag) => flag.startsWith('--')) ?? key
}

/** `maxDepth` is written `--max-depth`. */
export function kebab(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}
