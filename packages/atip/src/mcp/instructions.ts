/** Clients truncate longer instructions. */
const LONGEST = 2000

const OWN = [
  'Find, understand and safely run the command-line tools of this machine.',
  '1. search_tools with the task in words. 2. describe_tool for the effects and options of a command; about: only options about that.',
  '3. run_readonly for what only reads, here or remotely. run for everything else: the user may be asked, and their policy may refuse.',
  'command is one command line as you would type it, such as git log -5 --grep "a b". There is no shell: no pipes, redirections, globs, variables.',
  'Long output is stored under an id: read_result gives lines, matches of grep with so many lines around, a place in JSON, or the tail of it.',
  'What is refused was not run. The answer says why and what would be acceptable; do not try to get around it.',
].join('\n')

/**
 * The instructions for models before their first call. `told` returns directives of programs, up to a number of bytes.
 */
export function instructions(told: (room: number) => readonly string[]): string {
  return [OWN, ...told(LONGEST - Buffer.byteLength(OWN))].join('\n')
}
