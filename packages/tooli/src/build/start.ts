import type { AnyCli } from '../callable/cli.js'
import { fs } from '../files/file-system.js'
import { QUESTIONS } from '../program/questions.js'
import { writeWhileRead } from '../files/write-while-read.js'
import { openParts } from './parts.js'

/** The files of a built program, beside its parts. */
export const FILES = { main: 'main.cjs', manifest: 'tooli-manifest.json', agent: 'agent.json' } as const

/** The answer to a question must leave nothing behind, not even what would make the next one faster. */
function isQuestion(words: readonly string[]): boolean {
  return words.length === 0 || words[0] === 'prime' || words.some((word) => QUESTIONS.test(word))
}

/**
 * What a built program does when it starts: what is asked most often is answered from a file, for the rest the tool is
 * loaded.
 */
export function start(folder: string, version: string, nodeRequire: NodeJS.Require): void {
  const words = process.argv.slice(2)
  if (words.length === 1 && words[0] === '--version') return void writeWhileRead(1, `${version}\n`)
  if (words.length === 1 && words[0] === '--agent')
    return void writeWhileRead(1, fs().readFileSync(`${folder}/${FILES.agent}`))
  const { load } = openParts(folder, nodeRequire, { isLearning: !isQuestion(words) })
  const cli = load(FILES.main).default as AnyCli
  cli.definition.manifest = `${folder}/${FILES.manifest}`
  void cli.run(words)
}
