import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resultFolder } from '../../results/folder.js'
import type { ResultStore, ResultWriter } from '../../results/store.js'
import { OutputRecorder } from './recorder.js'

const folder = mkdtempSync(join(tmpdir(), 'recorder-'))
afterAll(() => rmSync(folder, { recursive: true }))

const full = () => {
  throw new Error('ENOSPC: no space left on device')
}

/** A store on a disk that is full at one moment. */
const stores = {
  open: (): ResultWriter => full(),
  write: (real: ResultWriter): ResultWriter => {
    let room = 50
    return { ...real, write: (bytes) => ((room -= bytes.length) < 0 ? full() : real.write(bytes)) }
  },
  close: (real: ResultWriter): ResultWriter => ({ ...real, close: full }),
}

test.each(['open', 'write', 'close'] as const)('a disk that is full at %s costs only the middle', (moment) => {
  const kept = resultFolder(folder)
  const store: ResultStore = { ...kept, open: (name) => stores[moment](kept.open!(name)) }
  const recorder = new OutputRecorder({ inlineBytes: 20, store, name: `full-${moment}.stdout` })
  if (moment === 'open') store.open = full
  for (let n = 0; n < 10; n++) recorder.push(Buffer.from(`${n}`.repeat(10)))
  expect(recorder.finish()).toEqual({
    bytes: 100,
    text: '000000000011111\n[… 80 bytes left out …]\n99999',
    isWhole: false,
    isUtf8: true,
    problem: 'ENOSPC: no space left on device',
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a name that is taken costs only the middle, and leaves the other file', () => {
  const store = resultFolder(folder)
  const written = () => {
    const recorder = new OutputRecorder({ inlineBytes: 4, store, name: 'taken' })
    recorder.push(Buffer.from('a long output'))
    return recorder.finish()
  }
  expect(written().ref).toBeDefined()
  expect(written()).toMatchObject({ problem: expect.stringContaining('EEXIST') })
  expect(readdirSync(folder)).toEqual(['taken'])
})
