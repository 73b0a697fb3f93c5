import type { ByName, Command } from '@atip/protocol'
import { childOf, type Place } from './place.js'
import { Draft, type Sourced } from './sources.js'

/** Which command a name means among those that are there, by name, by another name or by its beginning. */
export class CommandNames {
  private readonly byAlias = new Map<string, string>()
  private readonly commands: Draft<ByName<Command>>
  private readonly place: Place

  constructor(commands: Draft<ByName<Command>>, place: Place) {
    this.commands = commands
    this.place = place
    for (const name of Object.keys(commands.value)) this.remember(name, commands.value[name]!)
  }

  /** The command that a layer's command is: of the same name, one that has its name as another, or its one other name. */
  find(name: string, command: Command): string | undefined {
    if (Object.hasOwn(this.commands.value, name)) return name
    if (name === '') return undefined
    const byOther = this.byAlias.get(name) ?? this.byBeginning(name)
    if (byOther !== undefined) return byOther
    const own = (command['x-atip']?.aliases ?? []).filter((alias) => Object.hasOwn(this.commands.value, alias))
    return own.length === 1 && !this.isKnown(own[0]!) ? own[0] : undefined
  }

  /** A command with the further names that a layer knows of it, as far as they are free. */
  withAliases(name: string, before: Sourced<Command>, names: readonly string[], added: Command): Sourced<Command> {
    const further = [...names, ...(added['x-atip']?.aliases ?? [])]
    if (further.length === 0 || this.place.closers.length > 0 || this.isKnown(name)) return before
    const free = new Set(further.filter((alias) => this.isFree(alias)))
    if (free.size === 0) return before
    const draft = new Draft(before)
    const extension = before.value['x-atip']
    draft.set('x-atip', { ...extension, aliases: [...(extension?.aliases ?? []), ...free] }, this.place.layer)
    this.remember(name, draft.value)
    return draft.done()
  }

  /** A new command without the other names that mean something else already. */
  withFreeAliases(command: Command): Command {
    const { aliases, ...rest } = command['x-atip'] ?? {}
    const free = aliases?.filter((alias) => this.isFree(alias)) ?? []
    if (aliases === undefined || free.length === aliases.length) return command
    return { ...command, 'x-atip': { ...rest, ...(free.length > 0 && { aliases: free }) } }
  }

  /** What trusted layers say of a command is not said of further names that others give it. */
  private isKnown(name: string): boolean {
    const { guard, known } = this.place
    return guard !== undefined && known !== undefined && childOf(known, name) !== undefined
  }

  private isFree(word: string): boolean {
    return !Object.hasOwn(this.commands.value, word) && !this.byAlias.has(word) && this.byBeginning(word) === undefined
  }

  /** Where trusted layers say that the beginning of a name stands for it, such a word is taken. */
  private byBeginning(word: string): string | undefined {
    const { guard, known, syntax } = this.place
    if (guard === undefined || syntax.abbreviatedCommands !== true) return undefined
    return Object.keys(known?.commands ?? {}).find((name) => name.startsWith(word))
  }

  private remember(name: string, command: Command): void {
    for (const alias of command['x-atip']?.aliases ?? []) if (!this.byAlias.has(alias)) this.byAlias.set(alias, name)
  }
}
