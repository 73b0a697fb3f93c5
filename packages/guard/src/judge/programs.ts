import { posix } from 'node:path'
import type { PathUse } from '@atip/protocol'
import { hasMarks, isSecretVariable, MARKS } from '../shell/opaque.js'
import { isSecret } from './secrets.js'

/** Where programs are that came with the system or through its packages. */
const SYSTEM_FOLDERS =
  /^(?:\/usr(?:\/local)?)?\/s?bin$|^\/(?:opt\/(?:homebrew|local)|snap|run\/current-system\/sw)\/s?bin$|^\/nix\/store\/[^/]+\/s?bin$/
/** Folders that people put into PATH: not those where anybody, or this very project, could put a program. */
const ORDINARY_FOLDERS = /^\/(?:usr|bin|sbin|opt|snap|nix|Library|Applications)(?:\/|$)/

/** `./git` and `/tmp/git` are called git, and may be anything. */
export function isFromElsewhere(program: string): boolean {
  return program.includes('/') && !SYSTEM_FOLDERS.test(posix.dirname(posix.normalize(program)))
}

/** Whether a value of PATH only adds folders in which programs usually are: `$HOME/.cargo/bin:$PATH`. */
export function isOrdinaryPath(value: string, home: string): boolean {
  return value.split(':').every((folder) => {
    if (hasMarks(folder)) return /^[\uf8f2]$/.test(folder)
    const path = posix.normalize(folder)
    if (path.startsWith(`${home}/`)) return /^(?:\.[^/]+|bin|go\/bin)(?:\/|$)/.test(path.slice(home.length + 1))
    return ORDINARY_FOLDERS.test(path)
  })
}

/** Shell builtins that change which program a name refers to. */
export function changesNames([program, ...words]: readonly string[]): boolean {
  if (program === 'hash') return words.some((word) => word === '-p' || /^\w+=/.test(word)) && !words.includes('-d')
  if (program === 'alias') return words.some((word) => /^-\w*[gs]/.test(word))
  return program === 'enable' && words.includes('-f')
}

/** Commands of the shell whose words are assignments. */
export function isDeclaration(program: string): boolean {
  return DECLARATIONS.includes(program)
}

// Lists and no patterns: a hook that is started for one line would compile them first.
const DECLARATIONS = ['export', 'declare', 'typeset', 'local', 'readonly']

/** Commands of the shell that run a line in it or at another time: what is set in front of them may stay set. */
export function isSpecial(program: string): boolean {
  return SPECIAL.test(program)
}

const SPECIAL =
  /^(?:eval|source|\.|trap|exec|export|readonly|set|unset|shift|times|:|break|continue|return|exit|mapfile|readarray|complete|compgen|bind|fc)$/

/** Commands of the shell that take words for names of variables, or for numbers. */
export function takesNames(program: string): boolean {
  return TAKE_NAMES.includes(program)
}

const TAKE_NAMES =
  'test [ printf read unset declare typeset local export readonly let wait mapfile readarray getopts'.split(' ')

/** Programs that tell about files, and not what is in them. */
export function onlyTellsAbout(tool: string, path: readonly string[]): boolean {
  const [command = ''] = path
  if (tool === 'git') return GIT_TELLS.includes(command)
  return tool === 'openssl' ? CERTIFICATES.includes(command) : TELL.includes(tool)
}

const GIT_TELLS = ['status', 'ls-files', 'check-ignore', 'check-attr']
/** Of openssl: what is in a certificate is for everybody, and a key beside it in the file is not printed. */
const CERTIFICATES = ['x509', 'crl', 'verify']
const TELL =
  'ls dir vdir exa eza lsd tree stat du test [ realpath readlink basename dirname namei lsattr getfacl'.split(' ')

/** Whether a program hands a file on: not one that it fetches or writes, nor one by which it says who it is. */
export function isSent({ path, access, parameter }: PathUse): boolean {
  if (path.includes('://') && !path.startsWith('file:')) return false
  return (access === undefined || access.includes('read')) && !CREDENTIALS.includes(parameter)
}

/** Options that name keys, certificates, passwords and settings which a program uses itself, as `ssh -i` does. */
const CREDENTIALS = [
  'i F identity-file key cert certificate private-key client-key client-certificate certificate-authority key-file',
  'cacert ca-file tlskey tlscert tlscacert kubeconfig netrc-file userconfig env-file var-file state config',
  'defaults-file defaults-extra-file vault-password-file become-password-file password-file ssl-key ssl-cert',
].flatMap((names) => names.split(' '))

/** Programs that print the names of files, asked for those of secrets. */
export function findsSecrets(name: string, words: readonly string[]): boolean {
  return FINDERS.includes(name) && words.some((word) => isSecret(word) || isSecret(word.replaceAll('*', '')))
}

/** Commands that print all variables: some of them are tokens and passwords. */
export function listsVariables(name: string, words: readonly string[]): boolean {
  if (name === 'env' || name === 'printenv') return words.every((word) => word.startsWith('-'))
  if (name === 'set') return words.length === 0
  return isDeclaration(name) && words.every((word) => /^-[px]+$/.test(word))
}

/** Whether a command shows variables whose names say that they hold secrets. */
export function showsSecretVariable(name: string, words: readonly string[]): boolean {
  if (name === 'printenv') return words.some(isSecretVariable)
  if (isDeclaration(name) && words.includes('-p')) return words.some(isSecretVariable)
  if (FILTERS.includes(name)) return words.some((word) => namesInFilter(word).some(isSecretVariable))
  return (name === 'echo' || name === 'printf') && words.some((word) => word.includes(MARKS.secret))
}

const FILTERS = ['jq', 'yq', 'gojq', 'jaq', 'xq', 'tomlq']

/** `$ENV.NAME`, `env.NAME`, `env(NAME)`. */
function namesInFilter(filter: string): string[] {
  return [...filter.matchAll(/\benv\W{1,3}(\w+)/gi)].map(([, name]) => name!)
}

/** Whether a search targets secrets themselves, and not code that mentions them. */
export function searchesForSecrets(name: string, words: readonly string[]): boolean {
  return SEARCHERS.includes(name) && words.some((word) => SECRET_WORDS.test(word))
}

const SEARCHERS = ['grep', 'rg', 'ag', 'ack', 'ugrep', 'zgrep', 'egrep', 'fgrep']
const SECRET_WORDS = /passw|passphrase|secret|token|api.{0,3}key|credential|private.{0,3}key|begin.*private|akia/i

const FINDERS = ['find', 'gfind', 'fd', 'fdfind', 'locate', 'plocate', 'mlocate', 'mdfind', 'ls']

/** `python3 -m pip list` is `pip list`: modules that are programs, too, and do the same. */
export function asProgram(argv: readonly string[]): readonly string[] {
  const [program = '', flag, module = ''] = argv
  return flag === '-m' && PYTHON.test(program) && MODULES.includes(module) ? argv.slice(2) : argv
}

const PYTHON = /^(?:\/usr(?:\/local)?\/bin\/)?python(?:3(?:\.\d+)?)?$/
const MODULES = 'pip pytest black isort ruff mypy flake8 pylint bandit coverage poetry pipx uv twine virtualenv'.split(
  ' ',
)
