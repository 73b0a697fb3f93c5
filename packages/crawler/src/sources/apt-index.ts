import type { DebianPackage, PackageIndex } from './types.js'

/** Reads `Packages` files; `uri` is the base URL of each. Of several versions of a package, the highest counts. */
export function createPackageIndex(
  lists: readonly { text: string; uri: string }[],
  isNewer: (version: string, than: string) => boolean,
): PackageIndex {
  const packages = new Map<string, DebianPackage>()
  const provided = new Map<string, Set<string>>()
  const essential = new Set<string>()
  for (const { text, uri } of lists) {
    for (const stanza of text.split(/\n\n+/)) {
      const fields = fieldsOf(stanza)
      const one = packageFrom(fields, uri)
      if (one === undefined) continue
      const known = packages.get(one.name)
      if (known !== undefined && !isNewer(one.version, known.version)) continue
      packages.set(one.name, one)
      if (fields.get('essential') === 'yes') essential.add(one.name)
      for (const [name] of dependenciesIn(fields.get('provides'))) {
        if (name !== undefined) provided.set(name, (provided.get(name) ?? new Set()).add(one.name))
      }
    }
  }
  const named = (names: Iterable<string>) => [...names].sort().map((name) => packages.get(name)!)
  return {
    get: (name) => packages.get(name),
    providers: (name) => named(provided.get(name) ?? []),
    essential: named(essential),
  }
}

/** Skips continuation lines, because long texts are not needed. */
function fieldsOf(stanza: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of stanza.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0 && line[0] !== ' ') fields.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return fields
}

function packageFrom(fields: Map<string, string>, uri: string): DebianPackage | undefined {
  const name = fields.get('package')
  const version = fields.get('version')
  const file = fields.get('filename')
  const sha256 = fields.get('sha256')
  if (name === undefined || version === undefined || file === undefined) return undefined
  if (sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256)) return undefined
  return {
    name,
    version,
    architecture: fields.get('architecture') ?? 'all',
    url: uri + file.split('/').map(encodeURIComponent).join('/'),
    sha256,
    size: Number(fields.get('size') ?? 0),
    installedSize: Number(fields.get('installed-size') ?? 0),
    source: (fields.get('source') ?? name).split(' ')[0]!,
    depends: [...dependenciesIn(fields.get('pre-depends')), ...dependenciesIn(fields.get('depends'))],
  }
}

/**
 * `libc6 (>= 2.34), debconf | debconf-2.0, python3:any`. Ignores versions, because an index has one of each package.
 */
function dependenciesIn(text = ''): string[][] {
  return text
    .split(',')
    .map((group) => group.split('|').flatMap((one) => /^\s*([a-z0-9][a-z0-9+.-]*)/.exec(one)?.[1] ?? []))
    .filter((group) => group.length > 0)
}
