import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newMinisignKey } from '../packages/registry/testing/minisign-key.js'
import { Place, PROGRAM } from './fixtures/start-atip.js'

const place = new Place()
let server: ChildProcess | undefined
afterAll(() => {
  server?.kill('SIGKILL')
  place.clear()
})

const contributor = newMinisignKey()
const maintainer = newMinisignKey()

interface Waiting {
  waiting: { id: string; name: string; isNew: boolean; unknown: number; changes: { kind: string; message: string }[] }[]
}

test('from a draft to a published shim: only a signature of the maintainer promotes it', async () => {
  place.write('contributor.key', contributor.secretKey)
  place.write('maintainer.key', maintainer.secretKey)
  place.write('tool', '#!/bin/sh\necho hello\n')
  expect(place.run(['shim', 'new', './missing', '--out', 'draft'])).toMatchObject({ code: 66 })
  // Nothing runs it here, because it is not executable yet.
  expect(place.run(['shim', 'new', './tool', '--out', 'draft']).code).toBe(66)
  spawn('chmod', ['+x', join(place.folder, 'tool')])
  await expect
    .poll(() => place.run(['shim', 'new', './tool', '--out', 'draft', '--tool-version', '1.0.0']).code)
    .toBe(0)
  const [name] = readdirSync(join(place.folder, 'draft'))
  const draft = `draft/${name}`
  const read = (file: string) => JSON.parse(readFileSync(join(place.folder, file), 'utf8'))
  expect(read(draft)).toMatchObject({ binary: { name: 'tool', version: '1.0.0' }, trust: { source: 'inferred' } })
  expect(place.run(['shim', 'new', './tool', '--out', 'draft', '--tool-version', '1.0.0']).code).toBe(73)
  expect(place.run(['shim', 'validate', 'draft'])).toMatchObject({ code: 0 })
  // Its author knows its effects.
  const stated = (effects: object) => ({ ...read(draft), commands: { '': { description: 'Run it', effects } } })
  place.write(draft, JSON.stringify(stated({ destructive: false, network: true, filesystem: { write: true } })))
  expect(place.run(['shim', 'sign', draft])).toMatchObject({ code: 2 })
  expect(place.run(['shim', 'sign', draft, '--minisign-key', 'contributor.key'])).toMatchObject({ code: 0 })

  place.write('shims/.keep', '')
  const build = (more: string[] = []) =>
    place.run([
      'registry',
      'build',
      'shims',
      'registry',
      '--minisign-key',
      'maintainer.key',
      '--signer-minisign-key',
      maintainer.publicKey,
      ...more,
    ])
  expect(build(['--name', 'Test', '--url', 'https://registry.example']).code).toBe(0)
  server = spawn(
    process.execPath,
    [
      PROGRAM,
      'registry',
      'serve',
      'registry',
      '--port',
      '0',
      '--queue',
      'queue',
      '--signer-minisign-key',
      contributor.publicKey,
    ],
    { cwd: place.folder, env: { PATH: process.env.PATH, HOME: place.folder }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const url = /at (http:\S+)/.exec(String((await once(server.stderr!, 'data'))[0]))![1]!
  expect(place.run(['shim', 'submit', draft, 'Test'])).toMatchObject({ code: 78 })
  expect(
    place.run(['registry', 'add', url, '--name', 'Test', '--signer-minisign-key', maintainer.publicKey]).code,
  ).toBe(0)
  expect(place.run(['shim', 'submit', draft, 'Test'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('queued'),
  })
  expect(place.run(['shim', 'submit', draft, 'Test']).stdout).toContain('already')

  const { waiting } = place.data<Waiting>(['shim', 'review', 'queue', 'shims'])
  // The review of a new shim shows its statements and the path of its text.
  expect(waiting).toMatchObject([
    { name: 'tool', isNew: true, file: expect.stringMatching(/^queue\/[0-9a-f]{64}\.json$/) },
  ])
  expect(waiting[0]!.changes).toEqual([
    {
      kind: 'states',
      message: 'tool: writes files; uses the network; unknown whether it deletes files, runs other programs',
    },
  ])
  expect(place.run(['shim', 'review', 'queue', 'shims']).stdout).toContain('  states: tool: writes files')
  // The contributor's signature leaves it inferred.
  expect(place.run(['shim', 'review', 'queue', 'shims', '--accept', waiting[0]!.id]).code).toBe(2)
  expect(
    place.run(['shim', 'review', 'queue', 'shims', '--accept', waiting[0]!.id, '--minisign-key', 'maintainer.key']),
  ).toMatchObject({ code: 0 })
  expect(read(`shims/${name}`)).toMatchObject({ trust: { source: 'community' } })
  expect(build()).toMatchObject({ code: 0, stdout: expect.stringContaining('1 new') })

  // The review of a second proposal shows the changes.
  place.write(draft, JSON.stringify(stated({ destructive: true, network: true })))
  expect(place.run(['shim', 'submit', draft, 'Test'])).toMatchObject({
    code: 69,
    stderr: expect.stringContaining('not accepted'),
  })
  place.run(['shim', 'sign', draft, '--minisign-key', 'contributor.key'])
  expect(place.run(['shim', 'submit', draft, 'Test']).code).toBe(0)
  const again = place.data<Waiting>(['shim', 'review', 'queue', 'shims']).waiting
  expect(again).toMatchObject([{ isNew: false }])
  expect(again[0]!.changes.map(({ kind }) => kind)).toContain('danger')
  expect(place.run(['shim', 'review', 'queue', 'shims', '--reject', again[0]!.id]).stdout).toContain('Nothing waits')
})
