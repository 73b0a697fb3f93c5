import { accessSync, constants } from 'node:fs'
import { join, normalize } from 'node:path'
import { isFile } from './is-file.js'
import { siteFolders } from './python-resolve.js'

/** Resolves names in scripts. Results are cached, because hundreds of scripts use the same ones. */
export interface ScriptEnvironment {
  /** The path of a program: absolute paths as they are, names through PATH. */
  programNamed(name: string): string | undefined
  /** The folders from which a Python interpreter loads installed packages. */
  siteFolders(interpreter: string): string[]
}

export function seeMachine(programFolders: readonly string[], home: string): ScriptEnvironment {
  return {
    programNamed: remembering((name) => {
      if (name.startsWith('/')) return isFile(name) ? normalize(name) : undefined
      if (name.includes('/')) return undefined
      return programFolders.map((folder) => join(folder, name)).find((path) => isFile(path) && isExecutable(path))
    }),
    siteFolders: remembering((interpreter) => siteFolders(interpreter, home)),
  }
}

function remembering<Answer>(find: (question: string) => Answer): (question: string) => Answer {
  const answers = new Map<string, Answer>()
  return (question) => {
    if (!answers.has(question)) answers.set(question, find(question))
    return answers.get(question)!
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
