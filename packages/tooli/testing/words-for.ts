import { CallError, toArgv, type AtipTool } from '@atip/protocol'
import { expect } from 'vitest'

/** The words of a call, without the program; undefined only if they cannot be expressed. */
export function wordsFor(tool: AtipTool, path: string[], input: Parameters<typeof toArgv>[2]): string[] | undefined {
  try {
    return toArgv(tool, path, input).slice(1)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    expect(error.problems.map(({ code }) => code)).toEqual(['not-expressible'])
    return undefined
  }
}
