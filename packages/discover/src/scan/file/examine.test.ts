import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breathe, type Breath } from './breath.js'
import { openExaminer, type FileFacts } from './examine.js'
import { SCAN_LIMITS } from './limits.js'
import { plant, plantedFolder } from '../planted.fixture.js'

const MEBIBYTE = 1024 ** 2
const examine = async (path: string, limits = {}, breath: Breath = breathe()) =>
  (await openExaminer({ ...SCAN_LIMITS, ...limits }, breath)).read(path, { text: 'of script' })

test.each([0, 1, 3, 4, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE])(
  'the hash of %i bytes is that of sha256sum',
  async (size) => {
    const path = plant(join(plantedFolder(), 'file'), Buffer.alloc(size, 'some bytes, again and again. '))
    const [expected] = execFileSync('sha256sum', [path], { encoding: 'utf8' }).split(' ')
    expect(await examine(path)).toMatchObject({ hash: `sha256:${expected}` })
  },
)

test.each([-5, -4, -3, -2, -1, 0, 1])(
  'the word is found %i bytes from the border between two chunks',
  async (offset) => {
    const bytes = Buffer.alloc(2 * MEBIBYTE + 10, '.')
    bytes.write('atip', MEBIBYTE + offset)
    const path = plant(join(plantedFolder(), 'file'), bytes)
    expect(await examine(path)).toMatchObject({ mentionsAtip: true })
  },
)

test.each(['ATIP', 'ati', 'at ip', 'tipa', ''])('%j is not the word', async (text) => {
  const path = plant(join(plantedFolder(), 'file'), text)
  expect(await examine(path)).toMatchObject({ mentionsAtip: false })
})

test('what one file leaves in memory is not found in the next', async () => {
  const folder = plantedFolder()
  const examiner = await openExaminer(SCAN_LIMITS, breathe())
  await examiner.read(plant(join(folder, 'one'), '....at'))
  expect(await examiner.read(plant(join(folder, 'two'), 'ip..'))).toMatchObject({ mentionsAtip: false })
  expect(examiner).toMatchObject({ files: 2, bytes: 10 })
})

test('any bytes are judged as a search over the whole of them judges', async () => {
  const folder = plantedFolder()
  const examiner = await openExaminer(SCAN_LIMITS, breathe())
  const piece = fc.constantFrom('a', 't', 'i', 'p', 'at', 'ip', 'ati', '\0', '#!')
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      const path = plant(join(folder, 'file'), pieces.join(''))
      const { mentionsAtip, text } = (await examiner.read(path, { text: 'of script' })) as FileFacts
      expect(mentionsAtip).toBe(readFileSync(path, 'latin1').includes('atip'))
      expect(text).toBe(pieces.join('').startsWith('#!') ? pieces.join('') : undefined)
    }),
    { numRuns: 300 },
  )
})

test('of a long script the beginning is kept, and said to be one', async () => {
  const path = plant(join(plantedFolder(), 'script'), `#!/bin/sh\n${'x'.repeat(100)}`)
  expect(await examine(path, { bytesOfScript: 12 })).toMatchObject({ text: '#!/bin/sh\nxx', isCut: true })
  expect(await examine(path)).toMatchObject({ isCut: false })
})

test('a file that changes once while it is read is read again', async () => {
  const path = plant(join(plantedFolder(), 'file'), 'first')
  let reads = 0
  const writeOnce = () => {
    if (reads++ === 0) writeFileSync(path, 'other')
    return false
  }
  const facts = await examine(path, {}, { ...breathe(), isDue: writeOnce })
  const [expected] = execFileSync('sha256sum', { input: 'other', encoding: 'utf8' }).split(' ')
  expect(facts).toMatchObject({ hash: `sha256:${expected}` })
})

test('a file without an end is given up', async () => {
  const path = plant(join(plantedFolder(), 'file'), 'content')
  const isDue = () => {
    appendFileSync(path, 'more')
    return false
  }
  expect(await examine(path, {}, { ...breathe(), isDue })).toEqual({ reason: 'changes while it is read' })
})

test('what is too large, is no file, or is not there is refused, and nothing waits for a pipe', async () => {
  const folder = plantedFolder()
  const large = plant(join(folder, 'large'), '')
  truncateSync(large, 5000)
  execFileSync('mkfifo', [join(folder, 'pipe')])
  expect(await examine(large, { bytesPerFile: 4999 })).toEqual({
    reason: 'has more than 4,999 bytes (limit bytesPerFile)',
  })
  expect(await examine(join(folder, 'pipe'))).toEqual({ reason: 'is not a regular file' })
  expect(await examine('/dev/zero')).toEqual({ reason: 'is not a regular file' })
  expect(await examine(folder)).toEqual({ reason: 'is not a regular file' })
  expect(await examine(join(folder, 'none'))).toEqual({ reason: 'cannot be read (ENOENT)' })
})

test('reading a large file can be stopped', async () => {
  const path = plant(join(plantedFolder(), 'file'), '')
  truncateSync(path, 3 * 1024 ** 3)
  const stop = new AbortController()
  setImmediate(() => stop.abort())
  await expect(examine(path, {}, breathe(stop.signal))).rejects.toThrow('aborted')
})
