import { quoteLine } from '@atip/protocol'
import { offersPrime } from '../../describe/prime.js'
import { code } from '../markdown/markdown.js'
import type { SkillTool } from '../tool/skill-tool.js'

/** Other ways to ask the tool. */
export function more(tool: SkillTool): string[] {
  const { cli } = tool
  const line = (...words: string[]) => code(quoteLine([cli.name, ...words]))
  const lines = [
    `- ${line('--agent')}: everything as JSON (ATIP), with schemas${partOf(tool)}.`,
    `- ${helpOf(tool)}: help as text.`,
    `- ${line('--serve-mcp', 'stdio')}: the same commands as tools of an MCP server.`,
    ...(offersPrime(cli)
      ? [
          `- ${line('prime', '--agent-id', 'NAME', '--session-id', 'ID')}: how to use it, to be asked once before the first call of a session.`,
        ]
      : []),
  ]
  return [lines.join('\n')]
}

/** An example command with a path, which shows how to request its details. */
function partOf({ cli, commands }: SkillTool): string {
  const isKept = commands.every(({ path, replaced }) => path.length > 0 || !replaced.has('--commands'))
  const deepest = commands.reduce<string[]>((longest, { path }) => (path.length > longest.length ? path : longest), [])
  if (!isKept || commands.length < 2 || deepest.length === 0) return ''
  return `; ${code(quoteLine([cli.name, '--agent', '--commands', deepest.join('/')]))} for one command`
}

function helpOf({ cli, commands }: SkillTool): string {
  const first = commands.find(({ path }) => path.length > 0)
  return code(quoteLine([cli.name, ...(first?.path ?? []), '--help']))
}

/** How to get from a list of commands to their details. */
export function howToGetDetails({ cli, commands }: SkillTool): string {
  const { path } = commands.find((command) => command.path.length > 1) ?? commands[0]!
  const asked = [
    code(quoteLine([cli.name, '--agent', '--commands', path.join('/')])),
    code(quoteLine([cli.name, ...path, '--help'])),
  ]
  return `There are ${commands.length} commands. Before you use one, ask for what it takes and does: ${asked.join(' (JSON) or ')} (text).`
}
