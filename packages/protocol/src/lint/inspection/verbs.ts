import { humanise } from '../../names.js'

/** Verbs for removing something. */
const DESTRUCTIVE = new Set(
  (
    'delete del remove rm rmdir destroy purge drop wipe prune erase shred nuke truncate reset uninstall unlink ' +
    'clean discard obliterate'
  ).split(' '),
)

/** Verbs for only showing something. */
const HARMLESS = new Set(
  (
    'list ls get show status view describe info help version search find diff log logs cat print inspect whoami ' +
    'check history explain query count'
  ).split(' '),
)

/** `delete-branch` and `branch-delete`: the verb is first or last. */
export function hasDestructiveName(name: string): boolean {
  const words = humanise(name).split(' ')
  return DESTRUCTIVE.has(words[0]!) || DESTRUCTIVE.has(words.at(-1)!)
}

/** Only the first word counts: `get-and-delete` is caught by its last. */
export function hasHarmlessName(name: string): boolean {
  return HARMLESS.has(humanise(name).split(' ')[0]!) && !hasDestructiveName(name)
}

/** The verb a description starts with, if it means removing something: "Deletes the branch" gives `deletes`. */
export function destructiveVerbOf(description: string): string | undefined {
  const word = /^\s*(\p{L}+)/u.exec(description)?.[1]?.toLowerCase()
  if (word === undefined) return undefined
  const forms = [word, word.replace(/s$/, ''), word.replace(/es$/, '')]
  return forms.some((form) => DESTRUCTIVE.has(form)) ? word : undefined
}
