import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CODES } from '../errors/error.js'
import { toToolError } from './outcome.js'

test('a folder that was deleted while a program is in it is no defect of the program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tooli-gone-'))
  const script = 'try { process.cwd() } catch (error) { console.log(error.syscall, error.message) }'
  const line = `cd '${folder}' && rmdir '${folder}' && '${process.execPath}' -e "${script}"`
  const [syscall, ...message] = execFileSync('sh', ['-c', line], { encoding: 'utf8' }).trim().split(' ')
  const { code, message: shown } = toToolError(Object.assign(new Error(message.join(' ')), { syscall }))
  expect([code, shown]).toEqual([CODES.unreadableFile, 'the current folder does not exist any more: go to another one'])
})
