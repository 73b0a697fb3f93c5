/** The temporary home inside the sandbox. The host's home is never named, so that no help text contains it. */
export const HOME = '/home/user'

/** The empty folder that is the default cwd of a program. */
export const EMPTY_FOLDER = '/tmp/empty'

export const SYSTEM_PATH = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']

const VARIABLES: Readonly<Record<string, string>> = {
  HOME,
  TMPDIR: '/tmp',
  USER: 'user',
  LOGNAME: 'user',
  SHELL: '/bin/sh',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  TERM: 'dumb',
  COLUMNS: '80',
  MANWIDTH: '80',
  NO_COLOR: '1',
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  AWS_PAGER: '',
  GIT_TERMINAL_PROMPT: '0',
  DO_NOT_TRACK: '1',
}

/** The complete environment of a program. Nothing of our own is inherited. */
export function environmentFor(
  folders: readonly string[],
  ...more: readonly Readonly<Record<string, string>>[]
): Record<string, string> {
  const environment = Object.assign(
    { ...VARIABLES, PATH: [...new Set([...folders, ...SYSTEM_PATH])].join(':') },
    ...more,
  ) as Record<string, string>
  for (const [name, value] of Object.entries(environment)) {
    if (name === '' || /[=\0]/.test(name) || value.includes('\0')) {
      throw new TypeError(`not a variable of an environment: ${JSON.stringify(name)}`)
    }
  }
  return environment
}
