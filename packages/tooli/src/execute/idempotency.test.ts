import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { run } from '../testing/index.js'

let state = ''
let done: number[] = []
let during: () => unknown = () => {}
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'tooli-keys-'))
  done = []
  during = () => {}
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

const pay = command({
  description: 'Pay',
  args: t.object({ amount: t.integer() }),
  effects: { filesystem: { write: true }, destructive: false },
  run: async ({ args }) => {
    await during()
    done.push(args.amount)
    return args.amount
  },
})
const cli = defineCli({ name: 'bank', version: '1', description: 'A bank', commands: { pay } })
const payWith = (key: string) =>
  run(cli, ['pay', '5', '--idempotency-key', key, '-o', 'json'], { env: { XDG_STATE_HOME: state } })

/** The lock of a call that is running. */
function lockOf(folder: string): string {
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith('.lock'))
  return join(folder, name!)
}

test('a key whose call was killed is free at once', async () => {
  let held = { file: '', owner: '' }
  during = () => {
    const file = lockOf(state)
    held = { file, owner: readlinkSync(file) }
  }
  await payWith('first')
  const { pid: dead } = spawnSync(process.execPath, ['-e', ''])
  unlinkSync(held.file.replace(/\.lock$/, ''))
  symlinkSync(JSON.stringify({ ...JSON.parse(held.owner), pid: dead }), held.file)
  expect((await payWith('first')).document).toMatchObject({ ok: true, data: 5 })
  expect(done).toEqual([5, 5])
  expect((await payWith('first')).document).toMatchObject({ meta: { replayed: true } })
})

test('a key whose call is running is refused for now, and differs from a conflict', async () => {
  let second: ReturnType<typeof payWith> | undefined
  during = () => {
    during = () => {}
    return (second = payWith('same'))
  }
  expect((await payWith('same')).document).toMatchObject({ ok: true })
  const { code, document } = await second!
  expect([code, document]).toMatchObject([75, { error: { code: 'E4904', is_retryable: true } }])
  expect(done).toEqual([5])
})

test('where answers cannot be kept nothing is done, and the message says where and what helps', async () => {
  state = join(state, 'file')
  symlinkSync('/dev/null', state)
  const { code, document } = await payWith('k')
  const folder = join(state, 'tooli')
  expect([code, document]).toMatchObject([73, { error: { code: 'E4905' } }])
  const { message } = (document as { error: { message: string } }).error
  expect(message).toContain(`the answer cannot be kept for --idempotency-key in ${folder}`)
  expect(message).toContain('set XDG_STATE_HOME')
  expect(done).toEqual([])
})
