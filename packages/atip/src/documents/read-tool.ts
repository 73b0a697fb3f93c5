import { quoteLine, readTool, type AtipTool, type Problem } from '@atip/protocol'
import { EXIT, ToolError } from 'tooli'
import { unreadable } from './errors.js'
import { findFiles, STDIN } from './find-files.js'
import { readBytes } from './read-file.js'

/** Reads a description. If it is invalid, throws with the first error. */
export function readToolFile(file: string): AtipTool {
  const reading = readTool(readBytes(file))
  if (reading.ok) return reading.tool
  const errors = reading.problems.filter(({ severity }) => severity === 'error')
  throw new ToolError('E1102', `${nameOf(file)} is not a valid description: ${tell(errors)}`, {
    exitCode: EXIT.dataFormat,
    details: { file, errors: errors.length },
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'See all problems',
      ...(file !== STDIN && { example: quoteLine(['atip', 'validate', file]) }),
      applicability: 'maybe_incorrect',
    },
  })
}

/** The file that a word matches; several matches are an error. */
export function oneFile(word: string): string {
  const [file, ...more] = findFiles([word])
  if (more.length === 0) return file!
  throw unreadable(word, `matches ${more.length + 1} files; name one of them`)
}

function tell([first, ...more]: readonly Problem[]): string {
  const { line, column, pointer, message } = first!
  const place = line === undefined ? '' : `line ${line}, column ${column}: `
  const name = /^(?:must|is|needs|lists) /.test(message) ? `${pointer || 'the document'} ` : ''
  return `${place}${name}${message}${more.length === 0 ? '' : ` (and ${more.length} more)`}`
}

function nameOf(file: string): string {
  return file === STDIN ? 'stdin' : JSON.stringify(file)
}
