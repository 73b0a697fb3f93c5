import { createResultFilter } from 'atip-bridge'

const redact = createResultFilter([])

/** The shapes of secrets in a command line: `--token X`, `-u name:password`, a password in a URL. */
const GIVEN: readonly RegExp[] = [
  /(--?[\w-]*(?:password|passwd|passphrase|token|secret|api-?key|access-?key|credentials?)[\w-]*[ =]+)("[^"]*"|'[^']*'|[^\s;|&]+)/gi,
  /(\b\w*(?:PASSWORD|PASSWD|PASSPHRASE|TOKEN|SECRET|API_?KEY|_KEY|_PAT|CREDENTIALS?)=)("[^"]*"|'[^']*'|[^\s;|&]+)/gi,
  /(\b\w+_(?:access_key|api_key|token|secret|password) )([^\s;|&]+)/gi,
  /((?:^|\s)(?:-u|--user)[ =]+["']?[\w.@-]+:)([^\s"']+)/g,
  /(:\/\/[^\s:/@]+:)([^\s@/]+)(?=@)/g,
  /((?:authorization|cookie|x-[\w-]*(?:key|token)) ?: ?(?:(?:bearer|basic|token) )?)([^\s"'][^"']*)/gi,
]

/** A line without values that look like secrets. */
export function hideSecrets(line: string): string {
  // A reference to a variable reveals nothing.
  const hidden = GIVEN.reduce(
    (text, shape) =>
      text.replace(shape, (all, name: string, value: string) => (/^["']?\$/.test(value) ? all : `${name}…`)),
    line,
  )
  return redact(hidden)
}

export function holdsSecret(text: string): boolean {
  return hideSecrets(text) !== text
}

const LONGEST_EXAMPLE = 100

/** A line as an example: on one line, without secrets, and short. */
export function exampleOf(line: string): string {
  const text = hideSecrets(line).replaceAll(/\s+/g, ' ').trim()
  return text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE - 1).toWellFormed()}…` : text
}
