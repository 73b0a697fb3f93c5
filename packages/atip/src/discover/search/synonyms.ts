import { stem } from './stem.js'

/** Words that people use for one another when they say what a command should do. */
const GROUPS: readonly string[] = [
  'delete remove erase drop unlink purge',
  'show display print list view output',
  'create make generate new',
  'copy duplicate clone',
  'move rename',
  'search find locate lookup',
  'find match',
  'directory folder',
  'download fetch get retrieve',
  'upload send push',
  'install add setup',
  'uninstall remove',
  'start launch run execute begin',
  'stop terminate kill end halt abort',
  'edit modify change alter update',
  'change set',
  'compress zip archive pack',
  'extract unzip decompress unpack expand',
  'convert transform translate',
  'count number total',
  'compare diff difference',
  'merge combine join concatenate',
  'split divide',
  'sort order',
  'permission mode access',
  'owner ownership',
  'text string word',
  'line row',
  'column field',
  'process job task',
  'disk drive storage partition',
  'size space usage',
  'network connection interface',
  'image picture photo',
  'video movie',
  'audio sound music',
  'test check verify validate',
  'encrypt cipher',
  'decrypt decipher',
  'password credential',
  'user account',
  'machine host computer server',
  'replace substitute',
  'schedule cron periodic',
  'symlink symbolic link',
  'unique distinct duplicate',
  'reverse invert',
  'repository repo',
  'container docker',
  'environment env variable',
  'configuration config settings',
  'information info details status',
  'log logs journal',
  'monitor watch follow track',
  'repeat loop times',
  'wait sleep pause delay',
  'first beginning top head',
  'last end bottom tail',
  'recursive recursively subdirectory',
  'pattern regex regular expression',
  'file files',
  'open launch',
  'close exit quit',
]

let table: Map<string, Map<string, string>> | undefined

/** Other terms that may have been meant by this one, each with a word that has it. */
export function synonymsOf(term: string): ReadonlyMap<string, string> {
  return (table ??= makeTable()).get(term) ?? NONE
}

const NONE: ReadonlyMap<string, string> = new Map()

function makeTable(): Map<string, Map<string, string>> {
  const made = new Map<string, Map<string, string>>()
  for (const group of GROUPS) {
    const words = group.split(' ').map((word) => ({ word, term: stem(word) }))
    for (const { term } of words) {
      const others = made.get(term) ?? new Map<string, string>()
      for (const other of words) {
        if (other.term !== term && !others.has(other.term)) others.set(other.term, other.word)
      }
      made.set(term, others)
    }
  }
  return made
}
