import type { FoundCommand } from '../found.js'
import type { Naming } from '../synopsis/naming.js'
import { readBash } from './bash.js'
import { readFish } from './fish.js'
import { readZsh } from './zsh.js'

export type CompletionShell = 'bash' | 'fish' | 'zsh'

/** Reads the literal parts of a completion file about a command. The file is read as text and never executed. */
export function readCompletion(text: string, naming: Naming, shell: CompletionShell = shellOf(text)): FoundCommand {
  switch (shell) {
    case 'bash':
      return readBash(text, naming)
    case 'fish':
      return readFish(text, naming)
    case 'zsh':
      return readZsh(text, naming)
  }
}

/** Recognises the shell by features that only it has. */
export function shellOf(text: string): CompletionShell {
  const head = text.slice(0, 200_000)
  if (/^#(?:compdef|autoload)\b|^[ \t]*_(?:arguments|describe|values)\b|\bcompdef\b/m.test(head)) return 'zsh'
  if (/\b(?:COMPREPLY|compgen|COMP_WORDS)\b|^[ \t]*complete +(?:-\w+ +\S+ +)*-[WF]\b/m.test(head)) return 'bash'
  return 'fish'
}
