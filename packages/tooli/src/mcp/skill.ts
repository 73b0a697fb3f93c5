import { ProtocolError, ProtocolErrorCode, type ReadResourceResult, type Server } from '@modelcontextprotocol/server'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { t } from '../schema/t.js'

/** The extension through which clients find skills (SEP-2640). */
const EXTENSION = 'io.modelcontextprotocol/skills'

/** Serves the generated SKILL.md of a tool to clients that load skills. It is generated on request. */
export function serveSkill(server: Server, cli: CliDefinition<CommandMap>): void {
  server.registerCapabilities({ extensions: { [EXTENSION]: {} } })
  const page = t.object({ cursor: t.string().optional() })
  server.setRequestHandler('skills/list', { params: lenient(page) }, async () => ({ skills: [await entryOf(cli)] }))
  server.setRequestHandler('skills/get', { params: lenient(t.object({ uri: t.string() })) }, async ({ uri }) => {
    const skill = await entryOf(cli)
    if (skill.uri === uri) return { skill }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no skill at ${uri}`)
  })
}

/** The text of the skill, if it has this URI. */
export async function readSkill(cli: CliDefinition<CommandMap>, uri: string): Promise<ReadResourceResult | undefined> {
  if (!uri.startsWith('skill://')) return undefined
  const skill = await entryOf(cli)
  if (skill.uri !== uri) return undefined
  return { contents: [{ uri, mimeType: 'text/markdown', text: await textOf(cli) }] }
}

async function entryOf(cli: CliDefinition<CommandMap>) {
  const { skillEntry } = await import('@modelcontextprotocol/server/ext/skills')
  const { skillName } = await import('../skill/skill-text.js')
  return skillEntry(skillName(cli), { 'SKILL.md': await textOf(cli) })
}

async function textOf(cli: CliDefinition<CommandMap>): Promise<string> {
  const { skillText } = await import('../skill/skill-text.js')
  return skillText(cli)
}

/** Newer clients may send unknown fields. */
function lenient<T extends { form: object }>(schema: T): T {
  Object.assign(schema.form, { additionalProperties: true })
  return schema
}
