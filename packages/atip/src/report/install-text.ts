import { padEnd, printable, styleFor, type Screen } from 'tooli/terminal'
import { fromHome } from './places.js'

export interface InstallReport {
  agents?: readonly SurveyRow[] | undefined
  managed?: readonly { agent: string; file: string; text: string; note: string }[] | undefined
  files?: readonly FileRow[] | undefined
  next?: readonly string[] | undefined
}

export interface SurveyRow {
  agent: string
  isFound: boolean
  programs: readonly string[]
  files: readonly { file: string; role: string; scope: string; state: string }[]
}

interface FileRow {
  agent: string
  file: string
  role: string
  action: string
  reason?: string | undefined
  snippet?: string | undefined
  backup?: string | undefined
}

export function installText({ agents, managed, files = [], next = [] }: InstallReport, screen: Screen): string {
  if (agents !== undefined) return surveyText(agents, screen)
  if (managed !== undefined) return managed.map(({ file, text, note }) => `${file}\n\n${text}\n\n${note}`).join('\n\n')
  if (files.length === 0) return 'Nothing of atip is installed.'
  const lines = files.flatMap((row) => fileLines(row, screen))
  return [...lines, ...next.map((step) => `Next: ${step}`)].join('\n')
}

function fileLines({ agent, file, role, action, reason, snippet, backup }: FileRow, { color }: Screen): string[] {
  const style = styleFor(color)
  const word = action === 'refused' ? style.red(padEnd(action, 10)) : padEnd(action, 10)
  const line = `${padEnd(agent, 13)}${word}${printable(fromHome(file))} (${role})`
  if (reason !== undefined) {
    const paste = snippet === undefined ? [] : ['  Paste this into it yourself:', '', ...snippet.split('\n'), '']
    return [line, `  It was left as it is: ${printable(reason)}.`, ...paste]
  }
  return [line, ...(backup === undefined ? [] : [`  The original is kept in ${printable(fromHome(backup))}`])]
}

function surveyText(agents: readonly SurveyRow[], { color }: Screen): string {
  const style = styleFor(color)
  const rows = agents.flatMap(({ agent, isFound, programs, files }) => {
    const where =
      programs.length > 0
        ? programs.map((file) => fromHome(file)).join(', ')
        : isFound
          ? 'configuration only'
          : 'not found'
    const states = files
      .filter(({ state }) => state !== 'absent')
      .map(({ file, role, state }) => `  ${role}: ${state === 'current' ? 'installed' : state} in ${fromHome(file)}`)
    const isInstalled = states.length > 0
    const said = isInstalled ? [] : isFound ? [`  not installed; install it with: atip install ${agent}`] : []
    return [`${padEnd(agent, 13)}${isFound ? printable(where) : style.dim(where)}`, ...states, ...said]
  })
  return rows.join('\n')
}
