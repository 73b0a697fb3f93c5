import { shippedData } from '@atip/shims'
import { wordsOf } from '../facts/rare-part.js'

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
    nodes: wordsOf(given.nodes),
    builtins: wordsOf(given.builtins),
    members: new Set(modules.flatMap(([module, names]) => [...wordsOf(names)].map((name) => `${module}.${name}`))),
    modules: new Set([...modules.map(([module]) => module), ...wordsOf(libraries.names)]),
    versions: wordsOf(given.versions),
    opens: wordsOf(given.opens),
    path: wordsOf(paths.path),
    here: wordsOf(paths.here),
    joins: wordsOf(`${paths.joins} ${paths.same} ${paths.path}`),
    patterns: wordsOf(found.patterns),
    patternMethods: wordsOf(found.methods),
    lists: wordsOf(found.lists),
    walks: wordsOf(found.walks),
    listing: wordsOf(found.listing),
    keeps: wordsOf(found.keeps),
    environment: wordsOf(variables.all),
    getsVariable: wordsOf(variables.get),
    functions: wordsOf(given.functions),
    takes: new Map(Object.entries(given.takes)),
    given: wordsOf(given.given),
    types: wordsOf(given.types),
    asked: wordsOf(given.asked),
    spread: wordsOf(given.spread),
    wide: new Map(Object.entries(given.wide).map(([name, values]) => [name, wordsOf(values)])),
    counted: wordsOf(given.counted),
    opening: wordsOf(given.opening),
    queries: wordsOf(given.queries),
    shows: wordsOf(given.shows),
    guarded: wordsOf(given.guarded),
    moves: wordsOf(given.moves),
    single: wordsOf(given.single),
    finds: wordsOf(given.finds),
    changes: wordsOf(given.changes),
    laidOut: wordsOf(given.laidOut),
    methods: wordsOf(`${given.methods} ${given.files}`),
    attributes: wordsOf(given.attributes),
    files: wordsOf(given.files),
    keywords: wordsOf(given.keywords),
    exceptions: wordsOf(given.exceptions),
  }
}
