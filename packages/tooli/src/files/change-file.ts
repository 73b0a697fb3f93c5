import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeWhole } from '@atip/files'
import type { Context } from '../define/context.js'
import { EXIT, ToolError } from '../errors/error.js'

export const INSTALL_ERRORS = {
  E3940: 'The file has something else of this name; it is unchanged',
  E3941: 'The file cannot be read, written or understood; it is unchanged',
} as const

/** A file, and whether it had to be changed. */
export interface FileChange {
  file: string
  changed: boolean
}

/** The text output for a change. */
export function changeText({ file, changed }: FileChange): string {
  return changed ? `changed ${file}` : `${file} needed no change`
}

/** Rewrites a whole file; `undefined` stands for a file that does not exist. Unchanged text is not written. */
export async function changeFile(
  file: string,
  ctx: Context,
  change: (text: string | undefined) => string | undefined,
): Promise<FileChange> {
  const before = await read(file)
  const after = change(before)
  if (after === before) return { file, changed: false }
  const act = after === undefined ? () => remove(file) : () => write(file, after)
  await ctx.effect(`${after === undefined ? 'delete' : 'write'} ${file}`, act)
  return { file, changed: true }
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unusable(file, error)
  }
}

async function write(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    writeWhole(file, text)
  } catch (error) {
    throw unusable(file, error)
  }
}

async function remove(file: string): Promise<void> {
  try {
    await rm(file)
  } catch (error) {
    throw unusable(file, error)
  }
}

function unusable(file: string, cause: unknown): ToolError {
  const { code } = cause as NodeJS.ErrnoException
  return new ToolError('E3941', `${file} cannot be read or written (${code})`, {
    exitCode: EXIT.cannotCreate,
    details: { file },
    cause,
  })
}
