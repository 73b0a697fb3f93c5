import type { FoundCommand } from '@atip/generate'

/** `<command>`, `COMMAND`, `{list|search|show…}` in a synopsis. */
const PLACE_FOR_A_COMMAND = /\b(?:sub-?)?commands?\b|\{ *[a-z][a-z-]+(?: *[|,] *[a-z][a-z-]+){2,}/i

/** Options with their values: `--setup <command>`, `--batch-command`. */
const OPTIONS = /--?\w[\w-]*(?:\[?[ =]<[^>]{0,80}>)?/g

/** Whether a text hints at subcommands, listed or not. */
export function mayHaveCommands({ commands, usage }: FoundCommand): boolean {
  return (
    commands.some(({ name }) => /^[a-z][\w-]*$/i.test(name)) ||
    usage.some(({ text }) => PLACE_FOR_A_COMMAND.test(text.replace(OPTIONS, '')))
  )
}
