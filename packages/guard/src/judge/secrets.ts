import { nameFits, withoutClasses } from '@atip/protocol'

/**
 * Names of files that hold keys, passwords or tokens, wherever they are. Lists and no patterns: a hook that is started for
 * one line would compile them first.
 */
const NAMES = [
  '.env .netrc .pgpass .my.cnf .npmrc .pypirc .git-credentials .htpasswd .vault-token shadow gshadow sudoers',
  'credentials credentials.json credentials.db credentials.toml credentials.tfrc.json',
  '.credentials.json auth.json .claude.json .dockercfg .s3cfg .boto .terraformrc .token .secret .secrets .envrc',
  'kubeconfig k3s.yaml production.env prod.env staging.env local.env docker.env',
  'application_default_credentials.json logins.json key4.db wp-config.php id_rsa id_dsa id_ecdsa id_ed25519',
  '.vault_pass .vault_password vault_pass.txt vault_password.txt fish_history shadow- gshadow-',
].flatMap((names) => names.split(' '))
/** Names that are secrets where they hold text or settings: `secrets.yaml` and `token.txt`, but not `secrets.ts`. */
const STEMS = 'secret secrets password passwords token apikey api_key api-key private_key private-key privatekey'.split(
  ' ',
)
const TEXTS = '.txt .yml .yaml .json .env .toml .ini .cfg .conf'.split(' ')
const BEGINNINGS = '.env. id_rsa_ id_dsa_ id_ecdsa_ id_ed25519_ id_rsa. id_ed25519. krb5cc_'.split(' ')
const ENDINGS =
  '.pem .key .p12 .pfx .jks .keystore .keytab .ppk .kdbx .keyring .keychain .keychain-db .tfstate .tfvars'.split(' ')
const FOLDERS = [
  '.ssh .gnupg .aws .kube .docker .password-store gcloud .azure .terraform.d',
  'keyrings Keychains .mozilla google-chrome',
].flatMap((names) => names.split(' '))
/** Of programs, in the folder for settings. */
const SETTINGS = ['gh', 'op', 'hub', 'rclone', 'sops', 'containers', 'github-copilot', 'chromium', 'BraveSoftware']
/** Folders that are called so for what is in them, where that is text or settings: not `src/secrets/index.ts`. */
const KEEPERS = ['secrets', '.secrets', 'credentials']
/** Files that look like secrets and are not. */
const TEMPLATES = ['.example', '.sample', '.template', '.dist', '.pub', 'known_hosts']
/** What people and editors put behind the name of a copy. */
const COPIES = ['~', '.bak', '.old', '.orig', '.save', '.backup']

export function isSecret(path: string): boolean {
  const copy = COPIES.find((ending) => path.endsWith(ending))
  if (copy !== undefined) return isSecret(path.slice(0, -copy.length))
  const names = path.split('/')
  const name = names.at(-1)!
  const ending = name.slice(Math.max(name.lastIndexOf('.'), 0))
  if (TEMPLATES.includes(ending)) return false
  if (TEXTS.includes(ending) && names.slice(0, -1).some((folder) => KEEPERS.includes(folder))) return true
  return (isSecretName(name, ending) && !isCertificate(name, ending)) || isAmongSecrets(path, names)
}

/** By the names that people and tools give to what is shown to everybody: `fullchain.pem`, `ca-cert.pem`. */
function isCertificate(name: string, ending: string): boolean {
  const words = name.slice(0, -ending.length).toLowerCase().split(/[-_.]/)
  return ending === '.pem' && !words.includes('key') && words.some((word) => PUBLIC.includes(word))
}

const PUBLIC = 'ca cacert cert certs certificate certificates chain fullchain bundle public pub'.split(' ')

function isSecretName(name: string, ending: string): boolean {
  if (NAMES.includes(name) || ENDINGS.includes(ending)) return true
  if (TEXTS.includes(ending) && STEMS.includes(name.slice(0, -ending.length).toLowerCase())) return true
  if (ending === '.json' && /service[-_]?account|adminsdk|client_secret/i.test(name)) return true
  if (BEGINNINGS.some((beginning) => name.startsWith(beginning) && name !== beginning)) return true
  if (name.startsWith('ssh_host_')) return name.endsWith('_key')
  return name.startsWith('.') && name.endsWith('_history')
}

function isAmongSecrets(path: string, names: readonly string[]): boolean {
  const isInFolder = names.some(
    (name, index) => FOLDERS.includes(name) || (name === '.config' && SETTINGS.includes(names[index + 1]!)),
  )
  if (isInFolder || path.endsWith('/.m2/settings.xml') || path.endsWith('/.gradle/gradle.properties')) return true
  const [root, first, second, third] = names
  if (root !== '') return false
  if (first === 'proc') return names.length === 4 && second !== '' && (third === 'environ' || third === 'mem')
  return first === 'run' ? second === 'secrets' : first === 'var' && second === 'run' && third === 'secrets'
}

/** Secrets that most people have: what fits a pattern may be one of them. */
const USUAL = [
  '~/.ssh/id_rsa',
  '~/.ssh/config',
  '~/.aws/credentials',
  '~/.gnupg/secring.gpg',
  '~/.kube/config',
  '~/.docker/config.json',
  '~/.netrc',
  '~/.npmrc',
  '~/.git-credentials',
  '~/.bash_history',
]

/** Whether the shell may find a secret by a pattern. `path` is absolute, as far as that can be. */
export function mayFindSecret(path: string, home: string): boolean {
  if (!/[*?[]/.test(path)) return false
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return [...USUAL.map((usual) => home + usual.slice(1)), `${folder}.env`].some((usual) => fits(path, usual))
}

/** As the shell matches: name by name, and a hidden name only where the dot is written. */
function fits(pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split('/'), path.split('/')]
  return wanted.length === found.length && wanted.every((name, index) => isFound(name, found[index]!))
}

function isFound(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false
  return nameFits(withoutClasses(pattern), name)
}
