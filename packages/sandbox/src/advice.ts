import { readFileSync } from 'node:fs'

const INSTALL =
  'Install bubblewrap: apt-get install bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora), apk add bubblewrap util-linux (Alpine).'

/** Kernel settings that can forbid unprivileged users what a sandbox needs. */
const SETTINGS = [
  {
    file: '/proc/sys/kernel/unprivileged_userns_clone',
    isClosed: (value: string) => value === '0',
    advice: 'Allow user namespaces: sysctl -w kernel.unprivileged_userns_clone=1',
  },
  {
    file: '/proc/sys/user/max_user_namespaces',
    isClosed: (value: string) => value === '0',
    advice: 'Allow user namespaces: sysctl -w user.max_user_namespaces=10000',
  },
  {
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    isClosed: (value: string) => value === '1',
    advice:
      'AppArmor keeps programs from using user namespaces (Ubuntu 23.10 and later): give bubblewrap a profile (apt-get install apparmor-profiles, then load bwrap-userns-restrict), or sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
]

const CONTAINER =
  'In a container, the container itself may forbid it: start it with user namespaces allowed (docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined), or run this outside of it.'

/** What the user can do if no sandbox works. */
export function adviceFor(missing: readonly string[], read: (file: string) => string | null = readSetting): string[] {
  const closed = SETTINGS.filter(({ file, isClosed }) => {
    const value = read(file)
    return value !== null && isClosed(value.trim())
  })
  return [
    ...(missing.length > 0 ? [INSTALL] : []),
    ...closed.map(({ advice }) => advice),
    ...(missing.length === 0 && closed.length === 0 ? [CONTAINER] : []),
  ]
}

function readSetting(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
