import { closest, isToolName, type Effects } from '@atip/protocol'
import { EXIT, t, ToolError } from 'tooli'
import { namesIn, registryFile } from '@atip/discover'
import type { Asking } from '@atip/discover/native'
import { findTool, type FoundTool } from '@atip/discover'
import { thisMachine, type Machine } from '@atip/discover'
import { HOME_ERRORS } from '../home.js'

/** Reads the catalog, may write to its own cache, and may run the named tool in a sandbox. */
export const ASKS: Effects = {
  filesystem: { read: true, write: true, delete: false },
  network: false,
  subprocess: true,
  destructive: false,
  reversible: true,
  idempotent: true,
  creates: ['descriptions in the cache'],
  modifies: [],
  deletes: [],
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { billable: false },
}

export const MACHINE_ERRORS = {
  ...HOME_ERRORS,
  E3210: 'There is no such tool',
  E3212: 'The catalog cannot be read or written',
  E3300: 'This machine has not been scanned yet',
} as const

/** A tool of the machine, completed from the catalog. */
export const TOOL = t.string('A program on PATH, or a path to one').cli({
  placeholder: 'TOOL',
  complete: (typed) => namesIn(registryFile(thisMachine().places), typed).slice(0, 200),
})

/** Resolves a word to a tool. If the catalog lacks it or knows other bytes, the catalog is updated. */
export async function toolNamed(
  machine: Machine,
  word: string,
  { command, asking = {} }: { command: 'show' | 'probe'; asking?: Asking },
): Promise<Extract<FoundTool, { ok: true }>> {
  const found = await findTool(machine, word)
  if (found.ok) {
    if (found.isNews && !word.includes('/')) {
      const { refreshTool } = await import('@atip/discover/describe')
      await refreshTool(machine, found.program, asking)
    }
    return found
  }
  throw noSuchTool(`${JSON.stringify(word)}: ${found.reason}`, word, await namesOf(machine), `atip ${command}`)
}

/** Suggests the most similar name, if there is one. */
export function noSuchTool(message: string, word: string, names: readonly string[], line: string): ToolError {
  const likely = isToolName(word) ? closest(word, names) : undefined
  return new ToolError('E3210', message, {
    exitCode: EXIT.noInput,
    ...(likely !== undefined && {
      suggestion: {
        action: 'retry_with_modified_input',
        fix: `Did you mean ${likely}?`,
        example: `${line} ${likely}`,
        applicability: 'maybe_incorrect',
      },
    }),
  })
}

/** Before the first scan, the names of the files on PATH. */
async function namesOf({ places, searchPath }: Machine): Promise<string[]> {
  const known = namesIn(registryFile(places), '')
  if (known.length > 0) return known
  const { readdirSync } = await import('node:fs')
  return searchPath.split(':').flatMap((folder) => {
    try {
      return folder.startsWith('/') ? readdirSync(folder).filter(isToolName) : []
    } catch {
      return []
    }
  })
}

export function notScanned(): ToolError {
  return new ToolError('E3300', 'this machine has not been scanned yet', {
    exitCode: EXIT.noInput,
    suggestion: {
      action: 'use_different_tool',
      fix: 'Scan it first',
      example: 'atip scan',
      applicability: 'maybe_incorrect',
    },
  })
}
