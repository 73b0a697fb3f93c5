import { homeFolder, machineHere } from '../home.js'
import type { InstallPlaces } from '../agents/agents.js'
import { lineDiff } from '../install/line-diff.js'
import { InstallRecords } from '../install/record.js'
import type { FilePlan } from '../install/plan.js'
import { EXIT, t, ToolError } from 'tooli'

export const FILE_RESULT = t.object({
  agent: t.string(),
  file: t.string(),
  role: t.enum(['hook', 'server', 'hook and server', 'policy'], 'What we have in it'),
  action: t.enum(['created', 'changed', 'removed', 'unchanged', 'refused']),
  reason: t.string('Why it was refused').optional(),
  snippet: t.string('What to paste into it by hand').optional(),
  backup: t.string('Where the original is kept').optional(),
})

export const INSTALL_ERRORS = {
  E3301: 'A file of an agent was changed by another program, or cannot be written',
  E3302: 'No agent was named, and none was found',
} as const

export function placesHere(): InstallPlaces {
  return { home: homeFolder(), project: process.cwd(), env: process.env }
}

export function recordsHere(): InstallRecords {
  return new InstallRecords(machineHere().places.data)
}

export function actionOf(plan: FilePlan): 'created' | 'changed' | 'removed' | 'unchanged' | 'refused' {
  if (plan.kind !== 'change') return plan.kind
  return plan.before === undefined ? 'created' : plan.after === undefined ? 'removed' : 'changed'
}

/** The change, as shown to the user for confirmation. */
export function previewOf(plan: FilePlan): string {
  if (plan.kind !== 'change') return ''
  const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? '' : Buffer.from(bytes).toString())
  return `${plan.file} (${actionOf(plan)})\n${lineDiff(text(plan.before), text(plan.after))}\n`
}

/** The user answered no: the framework's own code for that, and what it means. */
export function nothingChanged(): ToolError {
  return new ToolError('E3903', 'nothing was changed')
}

/** Writes a file, or throws an error that says why it was not written. */
export function written(file: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    const why = code === 'ESTALE' ? 'another program changed it in the meantime; run the command again' : code
    throw new ToolError('E3301', `${JSON.stringify(file)} was not written: ${why}`, {
      exitCode: EXIT.cannotCreate,
      cause: error,
    })
  }
}
