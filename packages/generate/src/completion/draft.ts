/** Collects the contents of a completion file; all entries of one option become one. */

import type { Evidence, FoundArgument, FoundCommand, FoundSubcommand, FoundValue } from '../found.js'
import { nothingFound } from '../found.js'
import { MergedOptions } from '../combine.js'

export interface DraftOption {
  flags: string[]
  value?: FoundValue
  description?: string
  repeatable?: boolean
  global?: boolean
  line: number
  confidence: number
}

export class CompletionDraft {
  readonly #options = new MergedOptions()
  readonly #arguments: FoundArgument[] = []
  readonly #commands = new Map<string, FoundSubcommand>()

  option({ flags, value, description, repeatable, global, line, confidence }: DraftOption): void {
    const spellings = [...new Set(flags)].filter(isFlag)
    if (spellings.length === 0) return
    this.#options.add({
      flags: spellings,
      negations: [],
      ...(value && { value }),
      ...(description !== undefined && description !== '' && { description }),
      required: false,
      repeatable: repeatable ?? false,
      global: global ?? false,
      evidence: [evidenceAt(line, confidence)],
    })
  }

  command(name: string, description: string | undefined, line: number, confidence: number): void {
    if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.:+@-]*$/u.test(name)) return
    const known = this.#commands.get(name)
    if (known) {
      if (description) known.description ??= description
      return
    }
    const evidence = [evidenceAt(line, confidence)]
    this.#commands.set(name, { name, aliases: [], ...(description && { description }), evidence })
  }

  argument(argument: Omit<FoundArgument, 'evidence'>, line: number): void {
    if (this.#arguments.length >= MOST_OPERANDS) return
    if (this.#arguments.some(({ name }) => name === argument.name)) return
    this.#arguments.push({ ...argument, evidence: [evidenceAt(line, 0.5)] })
  }

  found(): FoundCommand {
    return {
      ...nothingFound(),
      options: this.#options.all,
      arguments: this.#commands.size > 0 ? [] : this.#arguments,
      commands: [...this.#commands.values()],
    }
  }
}

const MOST_OPERANDS = 40

function isFlag(word: string): boolean {
  return /^[-+]{1,2}[^\s=,$`*()[\]{}'"|;<>@!-][^\s=,$`*()[\]{}'"|;<>]*$/u.test(word)
}

function evidenceAt(line: number, confidence: number): Evidence {
  return { source: 'completion', place: 'table', lines: [line, line], confidence }
}
