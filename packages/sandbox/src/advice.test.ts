import { expect, test } from 'vitest'
import { adviceFor } from './advice.js'

const settings = (values: Record<string, string>) => (file: string) =>
  Object.entries(values).find(([name]) => file.endsWith(`/${name}`))?.[1] ?? null

test('who has no bubblewrap is told how to install it', () => {
  expect(adviceFor(['bwrap'], settings({}))).toEqual([expect.stringContaining('apt-get install bubblewrap')])
})

test.each([
  ['unprivileged_userns_clone', '0\n', 'kernel.unprivileged_userns_clone=1'],
  ['max_user_namespaces', '0\n', 'user.max_user_namespaces='],
  ['apparmor_restrict_unprivileged_userns', '1\n', 'AppArmor'],
])('where %s forbids it, that setting is named', (name, value, advice) => {
  expect(adviceFor([], settings({ [name]: value }))).toEqual([expect.stringContaining(advice)])
})

test('where nothing else is wrong, it may be a container', () => {
  const open = settings({ max_user_namespaces: '9', apparmor_restrict_unprivileged_userns: '0' })
  expect(adviceFor([], open)).toEqual([expect.stringContaining('container')])
})
