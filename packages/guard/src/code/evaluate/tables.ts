/** What a function of a language or its library does, beyond computing. */
export interface Act {
  /**
   * What it gives. `data`: something new. `handed`: perhaps one of its arguments, or something that holds them, and it may put
   * one into another. `elements`: a list of the elements. `pairs`: a list of lists of them. `element`: one of them.
   * `mapped`: a list of what functions give. `same`: what it is called on. `joined`: its arguments as a path, from the last that
   * begins at the root. `resolved`: the same, written in another way. `concatenated`: all of them as a path. `as-path`: its
   * argument, as a path that is written in another way. `as-text`: its argument as a text. `plain`: a number. `texts`: a text that is not known.
   * `paths`, `names`, `matches`, `walk`: lists of what is found in folders. Otherwise, the kind of an instance.
   */
  gives: string
  /** Names of the arguments, in order, of an act that does more than compute. */
  parameters?: readonly string[]
  /** Further names of arguments, or keys of an object of options, that change nothing about what it does. */
  options?: readonly string[]
  /** Arguments that are paths: by number, or -1 for what it is called on. */
  reads?: readonly number[]
  writes?: readonly number[]
  deletes?: readonly number[]
  /** The argument that says whether a file is read or written. */
  mode?: number
  /** The argument that is a shell line; the one that is a program, or a list of its words, and the one with more words. */
  shell?: number
  program?: number
  words?: number
  /** The argument that names an environment variable. */
  environment?: number
  /** The argument that is SQL. */
  sql?: number
  /** The argument that is a database, which is made if it is not there. */
  database?: number
  /** Arguments that are folders from which modules are taken. */
  loads?: readonly number[]
  network?: boolean
  /** Functions that are given to it get elements as their first argument. */
  each?: boolean
  /** It calls functions that are given to it, and gives what they give. */
  calls?: boolean
  /** Functions that are given to it get what it is called on. */
  passes?: boolean
  /** Functions that are given to it are given functions that take data. */
  resolves?: boolean
  /** It looks at its arguments as a whole only, so that they may be anything. */
  anything?: boolean
  /** It may only be given data. */
  onlyData?: boolean
  /** The text that it is called on lays out its arguments. */
  layout?: boolean
  /** Takes a function as it is, and gives it back. */
  wraps?: boolean
  /** Takes the name of a module, and gives the module. */
  requires?: boolean
  /** Takes the name of a module or a part of a library, which runs it: only a plain word is a name of what is installed. */
  finds?: boolean
  /** Takes something and the name of its member, and gives the member. */
  member?: boolean
  /** The argument whose texts name members that it calls; `each`: any argument. */
  names?: number | 'each'
  /** What it reads may be a folder, and then it reads everything below. */
  tree?: boolean
  /** Paths may be addresses on other machines. */
  remote?: boolean
  /** Folder or pattern of what it gives. */
  below?: string
  /** What it finds begins with a dot, too; or does, if an argument of this name is given. */
  hidden?: true | string
  /** The folder whose path it gives. */
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
  /** Its members are also those of data. */
  isData: boolean
  /** It may only be looked at, because others use it as well. */
  isGuarded: boolean
  /** It was opened before, and noticed then. */
  isOpened: boolean
  /** It is of a module of others: members that are not described are not known. */
  isOfOthers: boolean
  /** Members that may be set. */
  settable: ReadonlySet<string>
  /** It gives texts when it is indexed or looped over, and these name variables of the environment. */
  isEnvironment: boolean
  /** Shown as a whole, it shows the environment as well. */
  showsEnvironment: boolean
}

interface Hosts {
  /** Names of arguments that are hosts. */
  keywords: ReadonlySet<string>
  /** Hosts that are this machine. */
  local: ReadonlySet<string>
  /** How names of hosts end. */
  domains: ReadonlySet<string>
}

export interface LanguageTable {
  globals: ReadonlyMap<string, Member>
  /** Names that the language defines and that code must not use at all. */
  refused: ReadonlySet<string>
  /** Modules of the language's own library, also those that are not described. */
  standard: ReadonlySet<string>
  /** First words of the names of functions that are not described, and that usually take code from a file, or save to one. */
  loads: ReadonlySet<string>
  saves: ReadonlySet<string>
  /** The same for what reaches beyond the project, or destroys. */
  leaves: ReadonlySet<string>
  /** How functions of other modules are told to whom they talk. */
  hosts: Hosts
  modules: ReadonlyMap<string, ReadonlyMap<string, Member>>
  kinds: ReadonlyMap<string, Kind>
  /** Members of data: texts, numbers, lists, tables. */
  data: ReadonlyMap<string, Member>
  /** Members that lead out of data. Any other is a property of it where `hasProperties`. */
  refusedMembers: ReadonlySet<string>
  /** Members of data that leave a list as it is written. */
  keeping: ReadonlySet<string>
  hasProperties: boolean
  /** Names of functions that destroy something, and what, for code that is not understood. */
  visible: ReadonlyMap<string, string>
}

/** How members are noted in YAML: names separated by spaces, by what they are. */
interface GroupNotation {
  /** Gives something new, and changes none of its arguments. */
  tells?: string
  computes?: string
  elements?: string
  values?: string
  /** By the kind of what they give. */
  gives?: Record<string, string>
  /** Several names may share what they do. */
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
  /** Modules that may only be asked for these members. */
  libraries?: { names: string; members: GroupNotation }
  kinds: Record<string, KindNotation>
  data: GroupNotation & { refused?: string; keeping: string; properties?: boolean }
  visible?: Record<string, string>
}

const wordsOf = (text: string | undefined) => (text ?? '').split(/\s+/).filter((word) => word !== '')

/** `code/visible.yaml`, as far as it is about hosts. */
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

/** What an act has that does more than compute. */
const EFFECTS = [
  ...(['reads', 'writes', 'deletes', 'mode', 'loads', 'shell', 'program', 'environment', 'sql', 'database'] as const),
  ...(['network', 'requires', 'finds', 'layout', 'member', 'names', 'destroys'] as const),
]

/** Whether it does more than compute. */
export function isEffectful(act: Act): boolean {
  return EFFECTS.some((effect) => act[effect] !== undefined)
}
