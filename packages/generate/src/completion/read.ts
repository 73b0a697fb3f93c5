import type { FoundCommand } from '../found.js'
import type { Naming } from '../synopsis/naming.js'
import { readBash } from './bash.js'
import { readFish } from './fish.js'
import { readZsh } from './zsh.js'

export type Shell = 'bash' | 'fish' | 'zsh'

/** What a completion file writes out about a command. It is read as text; nothing in it is run. */
export function readCompletion(text: string, naming: Naming, shell: Shell = shellOf(text)): FoundCommand {
  switch (shell) {
    case 'bash':
      return readBash(text, naming)
    case 'fish':
      return readFish(text, naming)
    case 'zsh':
      return readZsh(text, naming)
  }
}

/** By what only one of them has. */
export function shellOf(text: string): Shell {
  const head = text.slice(0, 200_000)
  if (/^#(?:compdef|autoload)\b|^[ \t]*_(?:arguments|describe|values)\b|\bcompdef\b/m.test(head)) return 'zsh'
  if (/\b(?:COMPREPLY|compgen|COMP_WORDS)\b|^[ \t]*complete +(?:-\w+ +\S+ +)*-[WF]\b/m.test(head)) return 'bash'
  return 'fish'
}
