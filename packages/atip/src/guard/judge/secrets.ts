/** Names of files that hold keys, passwords or tokens, wherever they are. */
const NAMES =
  /^(?:\.env(?:\..+)?|\.netrc|\.pgpass|\.my\.cnf|\.npmrc|\.pypirc|id_(?:rsa|dsa|ecdsa|ed25519)(?:_\w+)?|ssh_host_\w+_key|.*\.(?:pem|key|p12|pfx|kdbx|keyring|keychain(?:-db)?|tfstate)|credentials(?:\.(?:json|db|toml|tfrc\.json))?|application_default_credentials\.json|\.git-credentials|shadow|gshadow|sudoers|\.htpasswd|secrets?\.(?:ya?ml|json|env|toml)|\.vault-token|\.\w+_history|logins\.json|key4\.db|wp-config\.php)$/
const FOLDERS =
  /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.kube|\.docker|\.password-store|gcloud|\.azure|\.terraform\.d|keyrings|Keychains|\.mozilla|google-chrome|\.config\/(?:gh|op|hub|rclone|chromium|BraveSoftware))(?:\/|$)|^\/(?:var\/)?run\/secrets(?:\/|$)|^\/proc\/[^/]+\/(?:environ|mem)$|\/\.(?:m2\/settings\.xml|gradle\/gradle\.properties)$/
/** Files that look like secrets and are not. */
const TEMPLATES = /\.(?:example|sample|template|dist|pub)$|^known_hosts$/

export function isSecret(path: string): boolean {
  const name = path.split('/').at(-1)!
  return !TEMPLATES.test(name) && (NAMES.test(name) || FOLDERS.test(path))
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
  return wanted.length === found.length && wanted.every((name, index) => nameFits(name, found[index]!))
}

function nameFits(pattern: string, name: string): boolean {
  if (!/[*?[]/.test(pattern)) return pattern === name
  if (pattern.length > 100 || (name.startsWith('.') && !pattern.startsWith('.'))) return pattern.length > 100
  const source = pattern.replace(/\*+/g, '*').replace(/\[[!^]?\]?[^\]]*\]|[*?]|[^*?[]+|\[/g, (part) => {
    if (part === '*') return '.*'
    if (part === '?' || part.startsWith('[')) return '.'
    return part.replace(/[\\^$.|+(){}\]/-]/g, String.raw`\$&`)
  })
  return new RegExp(`^${source}$`, 's').test(name)
}
