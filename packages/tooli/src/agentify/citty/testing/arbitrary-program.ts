import type { ArgDef, CommandDef } from 'citty'
import fc from 'fast-check'

/** What a command received: its path, and its own arguments from the parser. */
export interface Received {
  path: string[]
  args: Record<string, unknown>
}

export interface ProgramSpec {
  args: Record<string, ArgDef>
  children: Record<string, ProgramSpec>
  isLazy: boolean
  acts: boolean
}

/** Each level has its own words, which tell the level of an option. */
const WORDS = [
  ['red', 'greenTea', 'blue-sky'],
  ['deepSea', 'sand', 'shore'],
  ['oak', 'ash-tree', 'noElm'],
]
const LETTERS = [
  ['a', 'b'],
  ['c', 'd'],
  ['e', 'f'],
]

const option = (letters: readonly string[], isGroup: boolean): fc.Arbitrary<ArgDef> =>
  fc
    .record({
      type: fc.constantFrom('boolean' as const, 'string' as const, 'enum' as const),
      alias: fc.option(fc.constantFrom(...letters), { nil: undefined }),
      required: fc.boolean(),
      isOn: fc.boolean(),
    })
    .map(({ type, alias, required, isOn }): ArgDef => {
      const named = alias === undefined ? {} : { alias }
      if (type === 'boolean') return { type, ...named, ...(isOn && { default: true }) }
      // An option that an inner group requires would come between two command names, where no call can put it.
      const must = required && !isGroup ? { required } : {}
      return type === 'enum'
        ? { type, options: ['one', 'two', '-three'], ...named, ...must }
        : { type, ...named, ...must }
    })

const positional: fc.Arbitrary<ArgDef> = fc.boolean().map((required) => ({ type: 'positional', required }))

function command(depth: number): fc.Arbitrary<ProgramSpec> {
  const names = fc.uniqueArray(fc.constantFrom('x', 'list', 'add-one'), { maxLength: depth === 0 ? 0 : 2 })
  return names.chain((chosen) => {
    const isGroup = depth === 1 && chosen.length > 0
    return fc
      .record({
        options: fc.uniqueArray(fc.constantFrom(...WORDS[depth]!), { maxLength: 2 }),
        made: fc.tuple(option([LETTERS[depth]![0]!], isGroup), option([LETTERS[depth]![1]!], isGroup)),
        positionals: fc.array(positional, { maxLength: chosen.length > 0 ? 0 : 2 }),
        children: fc.tuple(...chosen.map(() => command(depth - 1))),
        isLazy: fc.boolean(),
        acts: fc.boolean(),
      })
      .map(({ options, made, positionals, children, ...rest }) => ({
        ...rest,
        args: Object.fromEntries([
          ...options.map((name, index) => [name, made[index]!] as const),
          ...positionals
            .sort((a, b) => Number(b.required) - Number(a.required))
            .map((argument, index) => [`arg${index}`, argument] as const),
        ]),
        children: Object.fromEntries(chosen.map((name, index) => [name, children[index]!])),
      }))
  })
}

export const programSpec = command(2)

/** A citty command that reports what it and the groups above it received. */
export function buildProgram(
  spec: ProgramSpec,
  receive: (received: Received) => void = () => {},
  path: string[] = [],
): CommandDef {
  const children = Object.entries(spec.children)
  const isLeaf = children.length === 0
  const subCommands = Object.fromEntries(
    children.map(([name, child]) => {
      const made = buildProgram(child, receive, [...path, name])
      return [name, child.isLazy ? () => Promise.resolve(made) : made]
    }),
  )
  return {
    meta: spec.isLazy ? () => Promise.resolve({ name: path.at(-1) ?? 'prog' }) : { name: path.at(-1) ?? 'prog' },
    args: spec.isLazy ? () => spec.args : spec.args,
    ...(!isLeaf && { subCommands: spec.isLazy ? () => subCommands : subCommands }),
    // `setup` also runs on the way to a subcommand, so groups report what they received too.
    setup: ({ args }: { args: Record<string, unknown> }) => {
      const own = Object.keys(spec.args).map((key) => [key, args[key]] as const)
      receive({ path, args: Object.fromEntries(own.filter(([, value]) => value !== undefined)) })
    },
    ...((isLeaf || spec.acts) && { run: () => {} }),
  } as CommandDef
}
