import { beginningOf, stem } from './stem.js'

/** Words that people use interchangeably for the purpose of a command. */
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

const known = new Map<string, ReadonlyMap<string, string>>()

/** The synonyms of a term, each with the word it comes from. */
export function synonymsOf(term: string): ReadonlyMap<string, string> {
  const before = known.get(term)
  if (before !== undefined) return before
  if (known.size > 10_000) known.clear()
  const found = findSynonyms(term)
  known.set(term, found)
  return found
}

function findSynonyms(term: string): ReadonlyMap<string, string> {
  const others = new Map<string, string>()
  for (const group of GROUPS) {
    // Avoids stemming every word of the list during a first query.
    const beginning = beginningOf(term)
    if (!group.startsWith(beginning) && !group.includes(` ${beginning}`)) continue
    const words = group.split(' ')
    if (!words.some((word) => word.startsWith(beginning) && stem(word) === term)) continue
    for (const word of words) {
      const other = stem(word)
      if (other !== term && !others.has(other)) others.set(other, word)
    }
  }
  return others
}
