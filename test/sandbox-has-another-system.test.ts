import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openSandbox, type Sandbox } from '@atip/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const isSkipped = spawnSync('bwrap', ['--version']).status !== 0 && process.env.CI === undefined

describe.skipIf(isSkipped)('a program in a system of its own', () => {
  const home = mkdtempSync(join(tmpdir(), 'atip-root-'))
  const root = join(home, 'root')

  /** Copies a program of this machine with its libraries. */
  function take(program: string): void {
    const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+(?= \(0x)/g) ?? []
    for (const file of [program, ...libraries]) {
      const place = join(root, 'usr', file.replace(/^\/usr/, ''))
      mkdirSync(dirname(place), { recursive: true })
      copyFileSync(realpathSync(file), place)
    }
  }

  beforeAll(() => {
    for (const name of ['prlimit', 'setpriv', 'sh', 'cat', 'ls']) take(`/usr/bin/${name}`)
    for (const name of readdirSync(join(root, 'usr'))) symlinkSync(`usr/${name}`, join(root, name))
    mkdirSync(join(root, 'etc'))
    for (const name of ['passwd', 'group']) writeFileSync(join(root, 'etc', name), '')
    mkdirSync(join(root, 'usr/share'), { recursive: true })
    writeFileSync(join(root, 'usr/share/own'), 'of this system\n')
    writeFileSync(join(home, 'secret'), 'of the host\n')
    symlinkSync(join(home, 'secret'), join(root, 'usr/share/out'))
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  describe('with bubblewrap', () => {
    let sandbox: Sandbox
    beforeAll(async () => {
      const opened = await openSandbox({ backends: ['bubblewrap'] })
      if (!opened.ok) throw new Error(opened.reasons.join('\n'))
      sandbox = opened.sandbox
    })
    const said = async (line: string) => {
      const { stdout, stderr, status, reason } = await sandbox.run(['/usr/bin/sh', '-c', line], { root })
      return { text: String(stdout), wrong: String(stderr), status, reason }
    }

    test('sees what is in it, under its own path', async () => {
      expect((await said('cat /usr/share/own')).text).toBe('of this system\n')
      expect((await said('ls /usr/bin')).text.trim().split('\n').sort()).toEqual([
        'cat',
        'ls',
        'prlimit',
        'setpriv',
        'sh',
      ])
    })

    test('sees nothing of the host, also not through a link', async () => {
      const { text, wrong } = await said(`cat /usr/share/out; ls ${home}; ls /etc`)
      expect(text.trim().split('\n').sort()).toEqual(['group', 'passwd'])
      expect(wrong).toMatch(/No such file/)
    })

    test('cannot change it', async () => {
      expect((await said('echo x > /usr/share/own; echo x > /usr/bin/new')).wrong).toMatch(/Read-only/i)
      expect(readdirSync(join(root, 'usr/bin')).sort()).toEqual(['cat', 'ls', 'prlimit', 'setpriv', 'sh'])
    })

    test('is named by its path, and is told if it is not there', async () => {
      expect(await sandbox.run(['cat'], { root })).toMatchObject({ status: 'not-started' })
      expect(await sandbox.run(['/usr/bin/none'], { root })).toMatchObject({ status: 'not-started' })
      expect(await sandbox.run(['/usr/bin/cat'], { root: '/' })).toMatchObject({ status: 'not-started' })
    })
  })

  test('is not started where bubblewrap is not what runs it', async () => {
    const opened = await openSandbox({ backends: ['unshare'] })
    if (!opened.ok) return
    const result = await opened.sandbox.run(['/usr/bin/sh', '-c', 'echo x'], { root })
    expect(result).toMatchObject({ status: 'not-started', reason: expect.stringContaining('bubblewrap') as unknown })
  })
})
