/** Lists of telling words, each collected from many tools. None of them says that anything is safe. */

/** As the name of a command, or as the first word of its description. */
const DESTROYS = new Set(
  (
    'delete remove rm del destroy erase wipe purge drop uninstall shred unlink discard truncate prune reset revert ' +
    'rmdir rmi unpublish unregister deregister revoke expire evict detach terminate kill obliterate nuke'
  ).split(' '),
)

/** Verbs that remove something that is not lost for good, or can be created again. */
const MILD = new Set(['reset', 'revert', 'detach', 'revoke', 'expire', 'kill', 'terminate', 'prune', 'evict'])

const WRITES = new Set(
  (
    'create write edit modify install copy cp move mv rename update save extract unpack compress decompress convert ' +
    'format generate build compile append insert patch apply sync synchronize synchronise restore import init ' +
    'initialize initialise touch mkdir link download encrypt decrypt sign'
  ).split(' '),
)

const NETWORK =
  /\b(?:download|upload|https?|ftps?|url|urls|remote (?:host|server|repositor|machine|system)|over the network|internet|web ?(?:server|site|page|service)|rest api|api server|registry|ssh|socket|tcp|udp|dns|e-?mail|smtp|imap|cluster|cloud)/i

const TERMINAL =
  /\b(?:text editor|full-?screen|interactive(?:ly)? (?:process|file|tui|terminal|viewer|shell)|pager\b|terminal (?:multiplexer|user interface|ui)|curses)/i

const PROMPTS = /\b(?:prompt|ask|confirm)(?:s|ed|ing|ation)?\b/i

const FILES = /\b(?:files?|director(?:y|ies)|folders?|archives?|disks?|partitions?|filesystems?|file systems?)\b/i

const STDOUT = /\b(?:standard output|stdout)\b/i

const STDIN = /\b(?:standard input|stdin)\b/i

export function destroysBy(word: string): 'surely' | 'perhaps' | undefined {
  const verb = verbOf(word)
  if (!DESTROYS.has(verb)) return undefined
  return MILD.has(verb) ? 'perhaps' : 'surely'
}

export function writesBy(word: string): boolean {
  return WRITES.has(verbOf(word))
}

export const mentions = {
  network: (text: string) => NETWORK.test(text),
  terminal: (text: string) => TERMINAL.test(text),
  prompts: (text: string) => PROMPTS.test(text),
  files: (text: string) => FILES.test(text),
  stdin: (text: string) => STDIN.test(text),
  stdout: (text: string) => STDOUT.test(text),
}

/** `Deletes`, `removing`, `rm` as the plain verb. */
function verbOf(word: string): string {
  const plain = word.toLowerCase()
  if (DESTROYS.has(plain) || WRITES.has(plain)) return plain
  const bare = plain.replace(/(?:ing|es|s)$/, '')
  return [bare, `${bare}e`, plain.replace(/s$/, '')].find((form) => DESTROYS.has(form) || WRITES.has(form)) ?? plain
}

/** `Remove files` begins with "remove"; articles and adverbs before it do not count. */
export function firstWord(text: string): string {
  return (
    /^\W*(?:(?:to|the|a|an|this|safely|permanently|recursively|completely|command) )*([a-z]+)/i.exec(text)?.[1] ?? ''
  )
}
