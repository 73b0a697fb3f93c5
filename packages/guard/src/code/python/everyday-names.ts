import { shippedData } from '@atip/shims'
import { listed } from '../../places/tables.js'

interface EverydayNotation {
  nodes: string
  builtins: string
  modules: Record<string, string>
  versions: string
  opens: string
  paths: { path: string; here: string; joins: string; same: string }
  found: { patterns: string; methods: string; lists: string; walks: string; listing: string; keeps: string }
  variables: { all: string; get: string }
  functions: string
  takes: Record<string, number>
  given: string
  types: string
  asked: string
  spread: string
  wide: Record<string, string>
  counted: string
  opening: string
  queries: string
  shows: string
  guarded: string
  moves: string
  single: string
  finds: string
  changes: string
  laidOut: string
  methods: string
  attributes: string
  files: string
  keywords: string
  exceptions: string
}

/** The closed list of what everyday Python consists of. */
export interface EverydayPython {
  nodes: ReadonlySet<string>
  builtins: ReadonlySet<string>
  /** Functions and values of modules, in full: `os.path.join`. */
  members: ReadonlySet<string>
  modules: ReadonlySet<string>
  versions: ReadonlySet<string>
  opens: ReadonlySet<string>
  path: ReadonlySet<string>
  here: ReadonlySet<string>
  /** Functions that make one path of several, or keep one. */
  joins: ReadonlySet<string>
  patterns: ReadonlySet<string>
  patternMethods: ReadonlySet<string>
  lists: ReadonlySet<string>
  walks: ReadonlySet<string>
  listing: ReadonlySet<string>
  /** Functions that give the same elements. */
  keeps: ReadonlySet<string>
  environment: ReadonlySet<string>
  getsVariable: ReadonlySet<string>
  functions: ReadonlySet<string>
  takes: ReadonlyMap<string, number>
  given: ReadonlySet<string>
  types: ReadonlySet<string>
  asked: ReadonlySet<string>
  spread: ReadonlySet<string>
  wide: ReadonlyMap<string, ReadonlySet<string>>
  counted: ReadonlySet<string>
  opening: ReadonlySet<string>
  queries: ReadonlySet<string>
  shows: ReadonlySet<string>
  guarded: ReadonlySet<string>
  moves: ReadonlySet<string>
  single: ReadonlySet<string>
  finds: ReadonlySet<string>
  changes: ReadonlySet<string>
  laidOut: ReadonlySet<string>
  methods: ReadonlySet<string>
  attributes: ReadonlySet<string>
  files: ReadonlySet<string>
  keywords: ReadonlySet<string>
  exceptions: ReadonlySet<string>
}

let everyday: EverydayPython | undefined

export function everydayPython(): EverydayPython {
  return (everyday ??= compile(
    shippedData('code/python') as { everyday: EverydayNotation; libraries: { names: string } },
  ))
}

function compile(data: { everyday: EverydayNotation; libraries: { names: string } }): EverydayPython {
  const { everyday: given, libraries } = data
  const { paths, found, variables } = given
  const modules = Object.entries(given.modules)
  return {
    nodes: listed(given.nodes),
    builtins: listed(given.builtins),
    members: new Set(modules.flatMap(([module, names]) => [...listed(names)].map((name) => `${module}.${name}`))),
    modules: new Set([...modules.map(([module]) => module), ...listed(libraries.names)]),
    versions: listed(given.versions),
    opens: listed(given.opens),
    path: listed(paths.path),
    here: listed(paths.here),
    joins: listed(`${paths.joins} ${paths.same} ${paths.path}`),
    patterns: listed(found.patterns),
    patternMethods: listed(found.methods),
    lists: listed(found.lists),
    walks: listed(found.walks),
    listing: listed(found.listing),
    keeps: listed(found.keeps),
    environment: listed(variables.all),
    getsVariable: listed(variables.get),
    functions: listed(given.functions),
    takes: new Map(Object.entries(given.takes)),
    given: listed(given.given),
    types: listed(given.types),
    asked: listed(given.asked),
    spread: listed(given.spread),
    wide: new Map(Object.entries(given.wide).map(([name, values]) => [name, listed(values)])),
    counted: listed(given.counted),
    opening: listed(given.opening),
    queries: listed(given.queries),
    shows: listed(given.shows),
    guarded: listed(given.guarded),
    moves: listed(given.moves),
    single: listed(given.single),
    finds: listed(given.finds),
    changes: listed(given.changes),
    laidOut: listed(given.laidOut),
    methods: listed(`${given.methods} ${given.files}`),
    attributes: listed(given.attributes),
    files: listed(given.files),
    keywords: listed(given.keywords),
    exceptions: listed(given.exceptions),
  }
}
