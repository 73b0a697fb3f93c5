import { posix } from 'node:path'
import { hasMarks, MARKS } from '../shell/opaque.js'
import type { Scope } from '../shell/scope.js'

/** What commands of the shell itself do to what it remembers. What they do to the world is in the shims. */
export function actInShell(argv: readonly string[], scope: Scope): void {
  const [name, ...words] = argv as [string, ...string[]]
  if (Object.hasOwn(ACTS, name)) ACTS[name]!(words, scope)
}

const ACTS: Readonly<Record<string, (words: readonly string[], scope: Scope) => void>> = {
  cd: changeDirectory,
  pushd: changeDirectory,
  popd: (_, scope) => void (scope.cwd = undefined),
  unset(words, scope) {
    for (const word of words) {
      if (word === '-f') continue
      scope.functions.delete(word)
      scope.variables.set(word, { kind: 'unset' })
    }
  },
  // Assignments among the words were made when they were read; a case or a reference changes what is kept.
  declare: forgetChanged,
  typeset: forgetChanged,
  local: forgetChanged,
  read: forgetNamed,
  mapfile: forgetNamed,
  readarray: forgetNamed,
  getopts: forgetNamed,
  set(words, scope) {
    const end = words.indexOf('--')
    if (end !== -1) scope.parameters = words.slice(end + 1)
  },
  shift(words, scope) {
    const [count = '1'] = words
    scope.parameters = /^\d+$/.test(count) ? scope.parameters?.slice(Number(count)) : undefined
  },
  alias(words, scope) {
    for (const word of words) {
      const equals = word.indexOf('=')
      if (equals > 0) scope.aliases.set(word.slice(0, equals), word.slice(equals + 1))
    }
  },
  unalias: (_, scope) => scope.aliases.clear(),
}

function changeDirectory(words: readonly string[], scope: Scope): void {
  const target = words.find((word) => !word.startsWith('-')) ?? scope.home
  if (hasMarks(target) || words.includes('-')) scope.cwd = undefined
  else if (target.startsWith('/')) scope.cwd = posix.normalize(target)
  else if (scope.cwd !== undefined) scope.cwd = posix.join(scope.cwd, target)
}

function forgetChanged(words: readonly string[], scope: Scope): void {
  const changes = words.some((word) => /^[-+][a-zA-Z]*[lunic]/.test(word))
  if (!changes) return
  for (const word of words) scope.variables.set(word.split('=')[0]!, { kind: 'text', text: MARKS.words })
}

/** What is read is not known beforehand. */
function forgetNamed(words: readonly string[], scope: Scope): void {
  for (const word of ['REPLY', 'MAPFILE', ...words]) {
    if (/^[A-Za-z_]\w*$/.test(word)) scope.variables.set(word, { kind: 'text', text: MARKS.words })
  }
}
