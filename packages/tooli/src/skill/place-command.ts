import { rmdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { command } from '../callable/command.js'
import type { CliDefinition, Command, CommandMap } from '../define/types.js'
import { ToolError } from '../errors/error.js'
import { t } from '../schema/t.js'
import { isGenerated } from './skill-file.js'
import { nameLine, skillName, skillText } from './skill-text.js'
import { AGENT_NAMES, AGENTS } from '../describe/agent-places.js'
import { changeFile, changeText, INSTALL_ERRORS } from '../files/change-file.js'

const WITH_SKILLS = AGENT_NAMES.filter((name) => AGENTS[name]!.skills !== undefined)

/** The built-in `skill add` and `skill remove`: SKILL.md in the folder where an agent reads skills. */
export function skillPlaceCommand(cli: CliDefinition<CommandMap>): Command {
  const skill = command({
    description: 'Put SKILL.md where a coding agent looks for it, or take it away',
    args: t.object({
      action: t.enum(['add', 'remove'], 'What to do'),
      agent: t.enum(WITH_SKILLS, 'The agent').default('claude-code'),
    }),
    options: t.object({
      user: t.boolean('For all projects of the user, instead of the project in this folder').default(false),
    }),
    output: t.object({ file: t.string(), changed: t.boolean() }),
    effects: {
      filesystem: { read: true, write: true, delete: true },
      network: false,
      subprocess: false,
      destructive: false,
      idempotent: true,
    },
    dryRun: true,
    errors: INSTALL_ERRORS,
    async run({ args: { action, agent }, options: { user }, ctx }) {
      const places = AGENTS[agent]!.skills!
      const folder = user ? join(process.env.HOME || homedir(), places.user) : resolve(places.project)
      const file = join(folder, skillName(cli), 'SKILL.md')
      const written = await skillText(cli)
      const change = await changeFile(file, ctx, (text) => {
        if (text !== undefined && !isGenerated(text, nameLine(cli)))
          throw new ToolError('E3940', `${file} was not written by this tool, and is kept`, { details: { file } })
        return action === 'add' ? written : undefined
      })
      // Removes the folder, which is named after the skill, unless other files are in it.
      if (action === 'remove' && change.changed && !ctx.isDryRun) await rmdir(dirname(file)).catch(() => {})
      return change
    },
    text: changeText,
  })
  return skill as unknown as Command
}
