import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EXIT, ToolError } from '../errors/error.js'
import { writeWhole } from '@atip/files'
import { MARK } from './skill-text.js'

/** Codes of the command `skill`. */
export const SKILL_ERRORS = {
  E3910: 'The file is missing or out of date',
  E3911: 'The file is not one that this command wrote',
  E3912: 'The file cannot be read or written; it is unchanged',
} as const

/** The text of a file with normalised line breaks; undefined if it does not exist. */
export async function readSkill(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unusable(file, 'read', error)
  }
}

/** Whether a text was generated for the skill with this name line, so that it may be overwritten. */
export function isGenerated(text: string, nameLine: string): boolean {
  const lines = text.split('\n')
  const end = lines.indexOf('---', 1)
  const body = lines.slice(end + 1).find((line) => line.trim() !== '')
  return lines[0] === '---' && end > 0 && lines.slice(1, end).includes(nameLine) && body === MARK
}

export async function writeSkill(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    writeWhole(file, text)
  } catch (error) {
    throw unusable(file, 'written', error)
  }
}

function unusable(file: string, act: 'read' | 'written', cause: unknown): ToolError {
  const { code } = cause as NodeJS.ErrnoException
  const isFolder = code === 'EISDIR'
  const problem = isFolder ? 'is a folder' : `cannot be ${act} (${code})`
  return new ToolError('E3912', `${JSON.stringify(file)} ${problem}; give the path of a file`, {
    exitCode: act === 'read' ? EXIT.noInput : EXIT.cannotCreate,
    details: { file },
    cause,
  })
}

/** A position in two texts; `undefined` if a text has no such line. */
export interface Difference {
  /** Counted from 1. */
  line: number
  /** The number of equal characters before it. */
  column: number
  found: string | undefined
  expected: string | undefined
}

/** The first difference of two texts. */
export function firstDifference(found: string, expected: string): Difference | undefined {
  const [a, b] = [found.split('\n'), expected.split('\n')]
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    if (a[index] === b[index]) continue
    const [was, is] = [a[index] ?? '', b[index] ?? '']
    let column = 0
    while (column < was.length && was[column] === is[column]) column++
    return { line: index + 1, column, found: a[index], expected: b[index] }
  }
  return undefined
}
