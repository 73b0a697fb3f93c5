import { expect, test } from 'vitest'
import { isInstalledByUser } from './installed-by-user.js'

test.each<[string, string, boolean]>([
  ['/usr/bin/ls', '/usr/bin/ls', false],
  ['/bin/sh', '/usr/bin/dash', false],
  ['/usr/bin/java', '/usr/lib/jvm/java-17/bin/java', false],
  ['/usr/games/cowsay', '/usr/games/cowsay', false],
  ['/usr/local/bin/terraform', '/usr/local/bin/terraform', true],
  ['/usr/local/bin/initdb', '/usr/lib/postgresql/15/bin/initdb', false],
  ['/usr/bin/tsc', '/usr/lib/node_modules/typescript/bin/tsc', true],
  ['/usr/bin/chrome', '/opt/google/chrome/chrome', true],
  ['/home/me/.cargo/bin/rg', '/home/me/.cargo/bin/rg', true],
  ['/home/me/.local/bin/black', '/home/me/.local/pipx/venvs/black/bin/black', true],
  ['/snap/bin/code', '/usr/bin/snap', true],
  ['/usr-evil/bin/ls', '/usr-evil/bin/ls', true],
])('%s → %s: %s', (path, real, isUsers) => {
  expect(isInstalledByUser({ path, file: { path: real } })).toBe(isUsers)
})
