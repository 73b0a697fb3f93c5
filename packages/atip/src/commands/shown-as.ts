import type { Command } from 'tooli'
import type { Screen } from 'tooli/terminal'

/** Gives a command a text of its own for people, best loaded when it is needed; programs still get its data. */
export function shownAs<I, O>(
  command: Command<I, O>,
  text: (data: O, screen: Screen) => Promise<string>,
): Command<I, O> {
  Object.assign(command.definition, { text })
  return command
}
