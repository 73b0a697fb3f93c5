import type { AnyCli } from '../callable/cli.js'
import { fs } from '../files/file-system.js'
import { QUESTIONS } from '../program/questions.js'
import { WRITE_FAILED, writeProblem, writeWhileRead } from '../files/write-while-read.js'
import { openParts } from './load-parts.js'

/** The files of a built program, next to its parts. */
export const FILES = {
  main: 'main.cjs',
  manifest: 'tooli-manifest.json',
  agent: 'agent.json',
  licences: 'THIRD-PARTY-LICENCES.txt',
} as const

/** The data that the build writes into the program. */
export interface BuiltTool {
  name: string
  version: string
  folder: string
  /** First words that a separate part answers, without loading the framework. */
  quick: Readonly<Record<string, string>>
  require: NodeJS.Require
}

/** The exports of a module given as `--quick WORD=MODULE`. */
interface QuickPart {
  /** Undefined if the command of that name must handle these words. */
  answer(words: readonly string[]): Promise<void> | undefined
}

/** Exits with 2, because agents ignore exit code 1 of a hook. */
function failed(error: unknown): void {
  process.exitCode = 2
  writeWhileRead(2, `${error instanceof Error ? error.message : String(error)}\n`)
}

function print(name: string, text: string | Uint8Array): void {
  try {
    writeWhileRead(1, text)
  } catch (error) {
    process.exitCode = WRITE_FAILED
    writeWhileRead(2, `${name}: ${writeProblem(error)}\n`)
  }
}

/** Answering a question writes nothing, not even to the code cache. */
function isQuestion(words: readonly string[]): boolean {
  return words.length === 0 || words[0] === 'prime' || words.some((word) => QUESTIONS.test(word))
}

/** Starts a built program: frequent questions are answered from a file, for the rest the tool is loaded. */
export function start({ name, version, folder, quick, require: nodeRequire }: BuiltTool): void {
  const words = process.argv.slice(2)
  if (words.length === 1 && words[0] === '--version') return print(name, `${version}\n`)
  if (words.length === 1 && words[0] === '--agent') return print(name, fs().readFileSync(`${folder}/${FILES.agent}`))
  const load = openParts({ folder, nodeRequire, isLearning: !isQuestion(words) })
  const part = Object.hasOwn(quick, words[0] ?? '') ? quick[words[0]!] : undefined
  const answered = part === undefined ? undefined : (load(part) as unknown as QuickPart).answer(words)
  if (answered !== undefined) return void answered.catch(failed)
  const cli = load(FILES.main).default as AnyCli
  cli.definition.manifest = `${folder}/${FILES.manifest}`
  void cli.run(words)
}
