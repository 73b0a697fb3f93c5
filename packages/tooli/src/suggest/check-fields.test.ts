import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { run } from '../testing/index.js'

const READS = { filesystem: { read: true, write: false }, network: false }
const note = t.object({ name: t.string(), owner: t.object({ login: t.string() }), more: t.record(t.string()) })
const one = { name: 'a', owner: { login: 'b' }, more: {} }
let runs = 0
const body =
  <T>(value: T) =>
  () => {
    runs++
    return value
  }
const commands = {
  list: command({ description: 'List', effects: READS, output: t.array(note), run: body([one]) }),
  show: command({ description: 'Show', effects: READS, output: note, run: body(one) }),
  open: command({ description: 'Open', effects: READS, run: body({ any: 1 }) }),
}
const cli = defineCli({ name: 'notes', version: '1', description: 'Notes', commands })

test.each([
  ['list --fields nam', 'nam', 'notes list --fields name', 'Did you mean "name"?'],
  ['list --fields=owner,nam', 'nam', 'notes list --fields=owner,name', 'Did you mean "name"?'],
  ['show --fields owner.logn', 'owner.logn', 'notes show --fields owner.login', 'Did you mean "owner.login"?'],
  ['show --fields nope', 'nope', undefined, 'Choose from name, owner, more'],
])('a field that the result cannot have is refused before anything runs: %s', async (line, field, example, fix) => {
  runs = 0
  const { document, code } = await run(cli, line.split(' '))
  const { error } = document as { error: { code: string; message: string; suggestion: object } }
  expect([code, error.code, error.message]).toEqual([2, 'E1004', `--fields: the result has no field "${field}"`])
  expect(error.suggestion).toMatchObject({ fix, ...(example && { example }) })
  expect(runs).toBe(0)
})

test.each(['list --fields name,owner.login', 'show --fields more.anything', 'open --fields nope', 'show --fields ,'])(
  'a field that the result may have is picked: %s',
  async (line) => {
    expect((await run(cli, line.split(' '))).code).toBe(0)
  },
)
