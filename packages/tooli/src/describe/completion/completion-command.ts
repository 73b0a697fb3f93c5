import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { quoteWord } from '@atip/protocol'
import { command } from '../../callable/command.js'
import type { CliDefinition, Command, CommandMap } from '../../define/types.js'
import { completionScript } from './scripts/script.js'
import { SHELLS, type Shell } from './types.js'
import { ToolError } from '../../errors/error.js'
import { t } from '../../schema/t.js'
import { changeFile, changeText, INSTALL_ERRORS, type FileChange } from '../../files/change-file.js'
import { withBlock, withoutBlock } from '../../files/marked-block.js'

const OUTPUT = t.union([t.string(), t.object({ file: t.string(), changed: t.boolean(), shell: t.string() })])

/** The built-in `completion`: prints the script of a shell, or installs it where the shell reads it. */
export function completionCommand(cli: CliDefinition<CommandMap>): Command {
  const completion = command({
    description: 'Print the script that completes this tool in a shell, or install it',
    args: t.object({
      action: t.enum([...SHELLS, 'install', 'uninstall'], 'A shell, to print its script; or install, uninstall'),
      shell: t.enum(SHELLS, 'The shell to install it for; by default that of $SHELL').optional(),
    }),
    output: OUTPUT,
    effects: {
      filesystem: { read: true, write: true, delete: true },
      network: false,
      subprocess: false,
      destructive: false,
      idempotent: true,
    },
    dryRun: true,
    errors: INSTALL_ERRORS,
    examples: [
      { run: `${cli.name} completion install`, description: 'Put it where your shell looks' },
      { run: `eval "$(${cli.name} completion bash)"`, description: 'Load it in this bash' },
    ],
    async run({ args: { action, shell }, ctx }) {
      if (action !== 'install' && action !== 'uninstall') return completionScript(action, cli.name)
      const chosen = shell ?? usualShell()
      const { file, on, off } = placeOf(chosen, cli.name)
      return { ...(await changeFile(file, ctx, action === 'install' ? on : off)), shell: chosen }
    },
    text: (data) => (typeof data === 'string' ? data : forPeople(data)),
  })
  return completion as unknown as Command
}

function forPeople({ shell, ...change }: FileChange & { shell: string }): string {
  return change.changed ? `${changeText(change)}; open a new ${shell} to see it` : changeText(change)
}

function usualShell(): Shell {
  const name = basename(process.env.SHELL ?? '')
  const shell = SHELLS.find((one) => one === name)
  if (shell !== undefined) return shell
  throw new ToolError('E1005', `which shell? Name one of ${SHELLS.join(', ')}`, { details: { parameter: 'shell' } })
}

interface Place {
  file: string
  on: (text: string | undefined) => string
  off: (text: string | undefined) => string | undefined
}

/** bash and fish read a file for each program; the others read one start-up file, to which we add some lines. */
function placeOf(shell: Shell, name: string): Place {
  const home = process.env.HOME || homedir()
  const config = process.env.XDG_CONFIG_HOME || join(home, '.config')
  const data = process.env.XDG_DATA_HOME || join(home, '.local/share')
  switch (shell) {
    case 'bash':
      return ownFile(join(data, 'bash-completion/completions', name), completionScript('bash', name))
    case 'fish':
      return ownFile(join(config, 'fish/completions', `${name}.fish`), completionScript('fish', name))
    case 'zsh':
      return block(join(process.env.ZDOTDIR || home, '.zshrc'), name, [
        '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }',
        `eval "$(${quoteWord(name)} completion zsh)"`,
      ])
    case 'powershell':
      return block(join(config, 'powershell/profile.ps1'), name, [
        `& '${name.replaceAll("'", "''")}' completion powershell | Out-String | Invoke-Expression`,
      ])
  }
}

function ownFile(file: string, script: string): Place {
  const [firstLine] = script.split('\n')
  const isOurs = (text: string) => text.split('\n', 1)[0] === firstLine
  const kept = () => new ToolError('E3940', `${file} was not written by this tool, and is kept`, { details: { file } })
  return {
    file,
    on(text) {
      if (text !== undefined && !isOurs(text)) throw kept()
      return script
    },
    off(text) {
      if (text !== undefined && !isOurs(text)) throw kept()
      return undefined
    },
  }
}

function block(file: string, name: string, lines: readonly string[]): Place {
  return { file, on: (text) => withBlock(text, name, lines), off: (text) => withoutBlock(text, name) }
}
