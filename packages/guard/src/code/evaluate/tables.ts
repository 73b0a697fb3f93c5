/** The effects and the result of a function of a language or its library. */
export interface Act {
  /**
   * The result. `data`: something new. `handed`: possibly an argument or a value that holds one; arguments may also be
   * put into each other. `elements`: a list of the elements. `pairs`: a list of lists of them. `element`: one of them.
   * `mapped`: a list of the results of callbacks. `same`: the object it is called on. `joined`: the arguments as a
   * path, from the last absolute one. `resolved`: the same, normalised. `concatenated`: all arguments as a path.
   * `as-path`: the argument as a normalised path. `as-text`: the argument as text. `plain`: a number. `texts`: unknown
   * text. `paths`, `names`, `matches`, `walk`: lists of what is found in folders. Otherwise, the kind of an instance.
   */
  gives: string
  /** Names of the arguments, in order, if the function has effects. */
  parameters?: readonly string[]
  /** Further argument names, or keys of an options object, that do not change the effects. */
  options?: readonly string[]
  /** Arguments that are paths: by position, or -1 for the object it is called on. */
  reads?: readonly number[]
  writes?: readonly number[]
  deletes?: readonly number[]
  /** The argument that decides whether a file is read or written. */
  mode?: number
  /** The argument that is a shell line; the one that is a program or a list of its words; the one with more words. */
  shell?: number
  program?: number
  words?: number
  /** The argument that names an environment variable. */
  environment?: number
  /** The argument that is SQL. */
  sql?: number
  /** The argument that is a database, which is created if it does not exist. */
  database?: number
  /** Arguments that are folders from which modules are loaded. */
  loads?: readonly number[]
  network?: boolean
  /** Callbacks get elements as their first argument. */
  each?: boolean
  /** It calls its callbacks and returns their results. */
  calls?: boolean
  /** Callbacks get the object it is called on. */
  passes?: boolean
  /** Callbacks get functions that take data. */
  resolves?: boolean
  /** It only uses its arguments as a whole, so they may be anything. */
  anything?: boolean
  /** It may only get data. */
  onlyData?: boolean
  /** It is called on a format string for its arguments. */
  layout?: boolean
  /** It returns a function it is given unchanged. */
  wraps?: boolean
  /** It takes the name of a module and returns the module. */
  requires?: boolean
  /** It takes the name of a module or a part of a library and runs it: only a plain word names an installed one. */
  finds?: boolean
  /** It takes an object and the name of a member, and returns the member. */
  member?: boolean
  /** The argument with names of members that it calls; `each`: any argument. */
  names?: number | 'each'
  /** A path that it reads may be a folder, and then it reads everything below. */
  tree?: boolean
  /** Paths may be URLs. */
  remote?: boolean
  /** Folder or pattern of the result. */
  below?: string
  /** The result includes names with a leading dot; a string names the argument that includes them. */
  hidden?: true | string
  /** The folder whose path it returns. */
  place?: string
  destroys?: string
}

export type Member =
  | { is: 'value' }
  | { is: 'constant'; text: string }
  | { is: 'act'; act: Act }
  | { is: 'module'; name: string }
  | { is: 'instance'; kind: string }

export interface Kind {
  members: ReadonlyMap<string, Member>
  /** It also has the members of data. */
  isData: boolean
  /** It may only be used as described, because other code shares it. */
  isGuarded: boolean
  /** It was recorded when it was opened. */
  isOpened: boolean
  /** It comes from a third-party module, so other members are unknown. */
  isOfOthers: boolean
  /** Members that may be assigned. */
  settable: ReadonlySet<string>
  /** The environment: indexing it reads a variable, iterating it reads all of them. */
  isEnvironment: boolean
  /** Printing it as a whole reveals the environment. */
  showsEnvironment: boolean
}

interface Hosts {
  /** Names of arguments that are hosts. */
  keywords: ReadonlySet<string>
  /** Names of this machine. */
  local: ReadonlySet<string>
  /** Endings of host names. */
  domains: ReadonlySet<string>
}

export interface LanguageTable {
  globals: ReadonlyMap<string, Member>
  /** Built-in names that code must not use at all. */
  refused: ReadonlySet<string>
  /** Modules of the standard library, including those without a description. */
  standard: ReadonlySet<string>
  /** First words of unlisted function names that usually load code from a file, or save to one. */
  loads: ReadonlySet<string>
  saves: ReadonlySet<string>
  /** The same for functions that reach beyond the project, or destroy something. */
  leaves: ReadonlySet<string>
  /** How to recognise hosts in the arguments of third-party functions. */
  hosts: Hosts
  modules: ReadonlyMap<string, ReadonlyMap<string, Member>>
  kinds: ReadonlyMap<string, Kind>
  /** Members of data: texts, numbers, lists, tables. */
  data: ReadonlyMap<string, Member>
  /** Members that lead out of data. With `hasProperties`, any other member is a property. */
  refusedMembers: ReadonlySet<string>
  /** Methods of data that do not change a list. */
  keeping: ReadonlySet<string>
  hasProperties: boolean
  /** Names of functions that destroy something, and what, for code that is not understood. */
  visible: ReadonlyMap<string, string>
}

/** How YAML lists members: names separated by blanks, grouped by meaning. */
interface GroupNotation {
  /** Returns something new and changes no argument. */
  tells?: string
  computes?: string
  elements?: string
  values?: string
  /** By the kind of the result. */
  gives?: Record<string, string>
  /** Several names may share one definition. */
  functions?: Record<string, Partial<Act>>
  constants?: Record<string, string>
  instances?: Record<string, string>
  modules?: Record<string, string>
}

interface KindNotation extends GroupNotation {
  data?: boolean
  guarded?: boolean
  opened?: boolean
  others?: boolean
  environment?: boolean
  showsEnvironment?: boolean
  settable?: string
}

export interface TableNotation {
  globals: GroupNotation
  refused?: string
  standard: string
  loads: string
  saves: string
  leaves: string
  modules: Record<string, GroupNotation>
  /** Modules of which only these members may be used. */
  libraries?: { names: string; members: GroupNotation }
  kinds: Record<string, KindNotation>
  data: GroupNotation & { refused?: string; keeping: string; properties?: boolean }
  visible?: Record<string, string>
}

const wordsOf = (text: string | undefined) => (text ?? '').split(/\s+/).filter((word) => word !== '')

/** The part of `code/visible.yaml` about hosts. */
export interface HostNotation {
  hosts: string
  domains: string
  local: readonly string[]
}

export function compileTable(notation: TableNotation, hosts: HostNotation): LanguageTable {
  const libraries = wordsOf(notation.libraries?.names)
  const ofLibraries = compileGroup(notation.libraries?.members ?? {})
  return {
    globals: compileGroup(notation.globals),
    refused: new Set(wordsOf(notation.refused)),
    standard: new Set(wordsOf(notation.standard)),
    loads: new Set(wordsOf(notation.loads)),
    saves: new Set(wordsOf(notation.saves)),
    leaves: new Set(wordsOf(notation.leaves)),
    hosts: {
      keywords: new Set(wordsOf(hosts.hosts)),
      local: new Set(hosts.local),
      domains: new Set(wordsOf(hosts.domains)),
    },
    modules: new Map([
      ...libraries.map((name) => [name, ofLibraries] as const),
      ...Object.entries(notation.modules).map(([name, group]) => [name, compileGroup(group)] as const),
    ]),
    kinds: new Map(Object.entries(notation.kinds).map(([name, kind]) => [name, compileKind(kind)])),
    data: compileGroup(notation.data),
    refusedMembers: new Set(wordsOf(notation.data.refused)),
    keeping: new Set(wordsOf(notation.data.keeping)),
    hasProperties: notation.data.properties === true,
    visible: new Map(Object.entries(notation.visible ?? {})),
  }
}

function compileKind(notation: KindNotation): Kind {
  return {
    members: compileGroup(notation),
    isData: notation.data === true,
    isGuarded: notation.guarded === true,
    isOpened: notation.opened === true,
    isOfOthers: notation.others === true,
    isEnvironment: notation.environment === true,
    showsEnvironment: notation.showsEnvironment === true,
    settable: new Set(wordsOf(notation.settable)),
  }
}

function compileGroup(group: GroupNotation): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>()
  const acts = (names: string | undefined, act: Act) => {
    for (const name of wordsOf(names)) members.set(name, { is: 'act', act })
  }
  for (const name of wordsOf(group.values)) members.set(name, { is: 'value' })
  acts(group.tells, { gives: 'data' })
  acts(group.computes, { gives: 'handed' })
  acts(group.elements, { gives: 'elements', each: true })
  for (const [gives, names] of Object.entries(group.gives ?? {})) acts(names, { gives })
  for (const [names, act] of Object.entries(group.functions ?? {})) acts(names, { gives: 'data', ...act })
  for (const [name, text] of Object.entries(group.constants ?? {})) members.set(name, { is: 'constant', text })
  for (const [name, kind] of Object.entries(group.instances ?? {})) members.set(name, { is: 'instance', kind })
  for (const [name, module] of Object.entries(group.modules ?? {})) members.set(name, { is: 'module', name: module })
  return members
}

/** Fields of `Act` that are effects. */
const EFFECTS = [
  ...(['reads', 'writes', 'deletes', 'mode', 'loads', 'shell', 'program', 'environment', 'sql', 'database'] as const),
  ...(['network', 'requires', 'finds', 'layout', 'member', 'names', 'destroys'] as const),
]

/** Whether a function does more than compute. */
export function isEffectful(act: Act): boolean {
  return EFFECTS.some((effect) => act[effect] !== undefined)
}
