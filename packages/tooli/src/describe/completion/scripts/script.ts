import type { Shell } from '../types.js'
import { bashScript } from './bash.js'
import { fishScript } from './fish.js'
import { powershellScript } from './powershell.js'
import { zshScript } from './zsh.js'

/** The script that completes a program in a shell. It is short, because it asks the program for candidates. */
export function completionScript(shell: Shell, name: string): string {
  return SCRIPTS[shell](name)
}

const SCRIPTS: Record<Shell, (name: string) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
}
