import type { ArgDef, CommandDef } from 'citty'
import fc from 'fast-check'

/** What the body of a command got: its place, and what the parser gave it, the leftovers of groups included. */
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

/** Words are a level's own, so that it is known whose an option is. */
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
      // What a group inside the program must be given comes between two names, where no call can put it.
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

/** A command of citty; parents add what they got under the same record, as they run after their subcommands. */
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
    // `setup` runs on the way to a subcommand, so groups tell what they got as well.
    setup: ({ args }: { args: Record<string, unknown> }) => {
      const own = Object.keys(spec.args).map((key) => [key, args[key]] as const)
      receive({ path, args: Object.fromEntries(own.filter(([, value]) => value !== undefined)) })
    },
    ...((isLeaf || spec.acts) && { run: () => {} }),
  } as CommandDef
}
