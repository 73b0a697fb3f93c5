import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSandbox } from '../packages/sandbox/src/index.js'
import { Field, isSkipped } from './fixtures/sandbox-people.js'

describe.skipIf(isSkipped)('opening a sandbox', () => {
  const field = new Field()
  afterAll(() => field.clear())

  const helperFolder = (name: string, programs: string[]) => {
    const folder = join(field.folder, name)
    mkdirSync(folder)
    for (const program of programs) symlinkSync(`/usr/bin/${program}`, join(folder, program))
    return folder
  }

  test('is remembered', async () => {
    const first = await openSandbox()
    expect(first.ok).toBe(true)
    expect(await openSandbox()).toBe(first)
    expect(await openSandbox({ limits: { timeoutMs: 1234 } })).not.toBe(first)
  })

  test('prefers bubblewrap, and falls back to util-linux with a word on what that leaves open', async () => {
    expect(await openSandbox()).toMatchObject({ ok: true, sandbox: { backend: 'bubblewrap', gaps: [] } })
    const without = await openSandbox({
      helperFolders: [
        helperFolder('util-linux', ['unshare', 'prlimit', 'setpriv', 'sh', 'mount', 'umount']),
        '/usr/sbin',
      ],
    })
    expect(without).toMatchObject({
      ok: true,
      sandbox: { backend: 'unshare', gaps: [expect.stringContaining('AF_VSOCK')] },
    })
  })

  test('fails where there is nothing to build one with, and says what to install', async () => {
    expect(await openSandbox({ helperFolders: [helperFolder('nothing', [])] })).toMatchObject({
      ok: false,
      reasons: ['bubblewrap: bwrap, prlimit, setpriv not found', expect.stringContaining('unshare: unshare, ')],
      advice: [expect.stringContaining('apt-get install bubblewrap')],
    })
  })

  /** Runs its arguments directly, and claims success. The self-test does no harm outside of a sandbox. */
  test('fails with a bubblewrap that builds nothing', async () => {
    const folder = helperFolder('liar', ['prlimit', 'setpriv'])
    field.plant(
      'liar/bwrap',
      `#!/bin/sh
[ "$1" = --help ] && exit
while [ "$1" != -- ]; do shift; done
shift
"$@"
code=$?
echo "{ \\"exit-code\\": $code }" >&4
exit $code
`,
    )
    const opened = await openSandbox({ backends: ['bubblewrap'], helperFolders: [folder] })
    const reasons = opened.ok ? [] : opened.reasons
    expect(reasons).toContain('bubblewrap: it shares the net namespace of the host')
    expect(reasons).toContain('bubblewrap: it shares the pid namespace of the host')
    expect(reasons.join('\n')).toMatch(/^bubblewrap: \/ \(\w+\) is not read-only$/m)
  })

  test('fails with a bubblewrap that fails, in its words', async () => {
    const folder = helperFolder('failing', ['prlimit', 'setpriv'])
    field.plant('failing/bwrap', '#!/bin/sh\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n')
    expect(await openSandbox({ backends: ['bubblewrap'], helperFolders: [folder] })).toMatchObject({
      ok: false,
      reasons: [expect.stringContaining('No permissions to create a new namespace')],
    })
  })
})
