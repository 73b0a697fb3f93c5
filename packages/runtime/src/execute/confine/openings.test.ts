import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { effectsOf, parseArgv, type AtipTool, type Effects } from '@atip/protocol'
import { afterAll, expect, test } from 'vitest'
import { openingsOf } from './openings.js'

const folder = mkdtempSync(join(tmpdir(), 'openings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const cwd = join(folder, 'work')
const home = join(folder, 'home')
const other = join(folder, 'other')
for (const path of [cwd, home, other, join(cwd, 'src')]) mkdirSync(path)
writeFileSync(join(other, 'there'), '')

function openingsFor(effects: Effects, ...words: string[]) {
  const file = { kind: 'path' as const, access: ['write' as const] }
  const tool: AtipTool = {
    atip: { version: '0.6' },
    name: 't',
    version: '1',
    description: 't',
    effects,
    commands: {
      '': {
        description: 't',
        arguments: [{ name: 'file', type: 'file', required: false, variadic: true, 'x-atip': { value: file } }],
      },
    },
  }
  return openingsOf(effectsOf(tool, parseArgv(tool, ['t', ...words])), { cwd, home })
}

test('what is not declared is closed', () => {
  expect(openingsFor({})).toEqual({ network: false, readable: [cwd], writable: [], sealed: [], cwd, made: [] })
  expect(openingsFor({ filesystem: { read: false } })).toMatchObject({ readable: [], writable: [] })
  expect(openingsFor({ filesystem: { read: false } })).not.toHaveProperty('cwd')
  expect(openingsFor({ network: true }).network).toBe(true)
})

test('files that the call names for writing are open only if it declares to write', () => {
  const named = join(other, 'there')
  expect(openingsFor({ filesystem: { write: false } }, named)).toMatchObject({ writable: [] })
  expect(openingsFor({}, named)).toMatchObject({ writable: [] })
  expect(openingsFor({ filesystem: { write: true } }, named)).toMatchObject({ writable: [cwd, named] })
})

test('with paths, only these are open, and a new file needs its folder', () => {
  const paths = ['src/**/*.js', '~/.cache/t']
  const { writable, made } = openingsFor({ filesystem: { write: true, paths } }, join(other, 'new.txt'))
  expect(writable).toEqual([join(cwd, 'src'), join(home, '.cache/t'), other])
  expect(made).toEqual([join(home, '.cache/t')])
})

test('a file that does not exist yet is made in its folder', () => {
  const { writable, made } = openingsFor({ filesystem: { write: true, paths: ['src/out.json'] } })
  expect({ writable, made }).toEqual({ writable: [join(cwd, 'src')], made: [] })
})
