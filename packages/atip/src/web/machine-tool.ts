import { findTool, openTrust, type Machine } from '@atip/discover'
import type { ToolPage, TrustStatement } from '@atip/registry/page'
import { shownTrust, type ShownTrust } from '../known-trust.js'
import { layerWords } from '../report/page/show-text.js'

/** The data for the page of one tool of this machine. */
export async function machineTool(machine: Machine, name: string): Promise<ToolPage | undefined> {
  const found = await findTool(machine, name)
  if (!found.ok) return undefined
  const { program } = found
  const { knowTool } = await import('@atip/discover/describe')
  const { tool, layers, notes, record } = await knowTool(machine, program)
  const { signer, registry, isTrusted } = record ?? {}
  const who = signer === undefined ? 'not signed by anyone you trust' : `signed by ${signer.identity}`
  return {
    name,
    tool: { ...tool, name },
    trust: [
      programTrust(shownTrust(openTrust(machine)(program.file))),
      {
        kind: 'neutral',
        title: 'The description',
        text: layers.length === 0 ? 'There is none.' : `comes from: ${layers.map(layerWords).join(', ')}.`,
      },
    ],
    versions: [],
    changes: [],
    facts: [
      { name: 'Program', value: program.path },
      { name: 'SHA-256', value: program.file.hash.replace(/^sha256:/, '') },
      ...(registry === undefined
        ? []
        : [{ name: 'Registry', value: `${registry.name}, ${who}${isTrusted ? '' : '; it can only add warnings'}` }]),
      ...program.others.map((path) => ({ name: 'Also on PATH', value: path })),
      ...notes.map((value) => ({ name: 'Note', value })),
    ],
  }
}

const KINDS: Readonly<Record<string, TrustStatement['kind']>> = { VERIFIED: 'good', NOT_CHECKED: 'neutral' }
const TITLES: Readonly<Record<string, string>> = {
  VERIFIED: 'The program is verified:',
  NOT_CHECKED: 'The program is not verified:',
  UNSIGNED: 'The program is not signed:',
  COMPROMISED: 'Do not use the program:',
}

function programTrust({ level, from }: ShownTrust): TrustStatement {
  return { kind: KINDS[level] ?? 'warning', title: TITLES[level] ?? `The program is ${level}:`, text: `${from}.` }
}
