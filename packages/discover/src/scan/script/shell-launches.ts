import { shellCommands, type ShellWord } from './shell-words.js'

/**
 * The commands that a shell script replaces itself with by `exec`, as far as its text shows: absolute paths, names, and
 * paths relative to the script, which are common in wrappers of package managers. An unknown word is undefined.
 */
export function shellLaunches(text: string, script: { path: string; folder: string }): ShellWord[][] {
  const joined = text.replaceAll(/[\ue000\ue001]/g, '').replaceAll(/\\\r?\n/g, ' ')
  const lines = [...joined.matchAll(/^.*\bexec\b.*$/gm)]
    .map(([line]) => line)
    .filter(isShort)
    .map(withOwnPlace)
  const variables = lines.some((line) => /\$\{?[A-Za-z_]/.test(line)) ? variablesIn(joined) : new Map<string, string>()
  return lines
    .flatMap((line) => shellCommands(withVariables(line, variables)))
    .map((command) => afterExec(command).map((word) => word && inPlace(word, script)))
    .filter((launch) => launch.length > 0)
}

/** Variables with constant values. The first value counts, because wrappers assign later ones for other systems. */
function variablesIn(text: string): Map<string, string> {
  const variables = new Map<string, string>()
  for (const [line] of text.matchAll(/^[ \t]*(?:(?:export|readonly|local|declare)[ \t]+)?[A-Za-z_]\w*=.*$/gm)) {
    if (!isShort(line)) continue
    const [, name, ...values] = ASSIGNMENT.exec(withVariables(withOwnPlace(line), variables)) ?? []
    const value = values.find((found) => found !== undefined)
    if (name !== undefined && value !== undefined && !variables.has(name)) variables.set(name, value)
  }
  return variables
}

const isShort = (line: string) => line.length <= LONGEST_LINE
const LONGEST_LINE = 4096

/** Placeholders for the script's own path and folder. They are removed from the text beforehand. */
const SELF = '\ue000'
const FOLDER = '\ue001'

const OWN_PLACE: readonly [RegExp, string][] = [
  [/\$\{0%\/\*\}/g, FOLDER],
  [
    /"\$(?:0|\{0\}|BASH_SOURCE|\{BASH_SOURCE(?:\[0\])?(?::-\$0)?\})"|\$(?:0(?!\d)|\{0\}|BASH_SOURCE\b|\{BASH_SOURCE(?:\[0\])?\})/g,
    SELF,
  ],
  [new RegExp(`\\$\\((?:readlink|realpath)(?: -[a-z]+)?(?: --)? "?${SELF}"?\\)`, 'g'), SELF],
  [new RegExp(`\\$\\(echo "?${SELF}"? ?\\|[^()]*\\)`, 'g'), SELF],
  [new RegExp(`\\$\\(dirname(?: --)? "?${SELF}"?\\)|\`dirname(?: --)? "?${SELF}"?\``, 'g'), FOLDER],
  [
    new RegExp(
      `\\$\\(cd(?: -[A-Z])?(?: --)? "?(${FOLDER}[\\w./-]*)"?(?: >[ \\w/.]+)? ?(?:2>&1 ?)?(?:&&|;) ?pwd(?: -P)?\\)`,
      'g',
    ),
    '$1',
  ],
]

const ASSIGNMENT =
  /^[ \t]*(?:(?:export|readonly|local|declare)[ \t]+)?([A-Za-z_]\w*)=(?:"([^"`$\\]*)"|'([^']*)'|([^\s"'`$\\;&|<>()*?]*))[ \t\r]*(?:[;#].*)?$/

function withOwnPlace(line: string): string {
  if (!/[$`]/.test(line)) return line
  return OWN_PLACE.reduce((text, [pattern, place]) => text.replaceAll(pattern, place), line)
}

function withVariables(line: string, variables: ReadonlyMap<string, string>): string {
  if (variables.size === 0 || !line.includes('$')) return line
  return line.replaceAll(/\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g, (whole, name?: string, braced?: string) => {
    return variables.get(name ?? braced ?? '') ?? whole
  })
}

/** The words after `exec`, its options, and an `env` with assignments. */
function afterExec(command: ShellWord[]): ShellWord[] {
  const isAssignment = (word: ShellWord) => word !== undefined && /^[A-Za-z_]\w*=/.test(word)
  let at = 0
  while (isAssignment(command[at])) at++
  if (command[at++] !== 'exec') return []
  while (command[at]?.startsWith('-')) at += command[at] === '-a' ? 2 : 1
  if (/^(?:\/usr\/bin\/|\/bin\/)?env$/.test(command[at] ?? '')) {
    do at++
    while (isAssignment(command[at]))
  }
  return command.slice(at)
}

function inPlace(word: string, script: { path: string; folder: string }): string {
  return word.replaceAll(SELF, () => script.path).replaceAll(FOLDER, () => script.folder)
}
