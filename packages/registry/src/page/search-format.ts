/** The format of the search files of a page. Uses nothing of Node. */

/** `search/current.json`: names the current index. */
export interface SearchHead {
  folder: string
  count: number
}

export const HEAD_PATH = 'search/current.json'

/**
 * Files beside the index in its folder: the names and classes of entries, and files with this many descriptions each.
 */
export const INDEX_FILE = 'index.bin'
export const NAMES_FILE = 'names.bin'
export const SHARD = 256
export const shardFile = (number: number): string => `${number}.bin`

/** An entry as a hit shows it, without the description. */
export interface ShownEntry {
  name: string
  tool: string
  /** The command below the tool, words separated by spaces. */
  command: string
  class: string
  isWorseWithOptions: boolean
}

/** One line for each entry. The texts contain neither tabs nor newlines. */
export function entryLine({ name, tool, command, class: effectClass, isWorseWithOptions }: ShownEntry): string {
  const fields = [tool, command, `${effectClass}${isWorseWithOptions ? '*' : ''}`]
  return (name === nameFrom(tool, command) ? fields : [...fields, name]).join('\t')
}

export function entryFrom(line: string): ShownEntry {
  const [tool = '', command = '', verdict = '', name = nameFrom(tool, command)] = line.split('\t')
  const isWorseWithOptions = verdict.endsWith('*')
  return { name, tool, command, class: isWorseWithOptions ? verdict.slice(0, -1) : verdict, isWorseWithOptions }
}

const nameFrom = (tool: string, command: string) => (command === '' ? tool : `${tool} ${command}`)
