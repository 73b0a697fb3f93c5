import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import { decideLine } from '../decide-line.js'
import { kindOfPath } from '../places/index.js'

// Nothing is there, so every file is new. Below /tmp, anything may be deleted.
const home = '/home/nobody-of-this-name'
const rulesOf = async (line: string, cwd = `${home}/shop`, looksAtDisk = true) => {
  const { commands } = await decideLine(line, { lookup: lookupSource, cwd, home, looksAtDisk, suggests: false })
  return commands.filter(({ argv }) => argv[0] === 'rm').map(({ rule }) => rule)
}

// Elsewhere, its kind depends on where the project is cloned to.
const folder = mkdtempSync(fileURLToPath(new URL('../../made-', import.meta.url)))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a file that a command of the line makes', () => {
  test.each([
    'cp src/a.ts src/a.ts.bak && ls && rm src/a.ts.bak',
    'touch probe.txt && ls && rm -f probe.txt',
    'sort -o sorted.txt README.md; rm sorted.txt',
  ])('is no loss if the line deletes it: %s', async (line) => {
    expect(['own-temporary', 'deletes-regenerable']).toContain((await rulesOf(line))[0])
  })

  test.each([
    ['was moved', 'mv notes.txt new.txt && rm new.txt'],
    ['was moved', 'git mv notes.txt new.txt && rm new.txt'],
    ['was replaced by one that was moved', 'touch new.txt && mv notes.txt new.txt && rm new.txt'],
    ['takes the place of one that was moved', 'mv notes.txt new.txt && cp -n README.md new.txt && rm new.txt'],
    ['may be in another folder', 'cd src; touch notes.txt; rm notes.txt'],
    ['is a compressed one', 'gzip notes.txt && rm notes.txt.gz'],
  ])('is another one if it %s: %s', async (_, line) => {
    expect(await rulesOf(line)).toEqual(['narrow-loss'])
  })

  test.skipIf(kindOfPath(`${folder}/a.txt`, home) !== 'other')('is another one if it is there already', async () => {
    writeFileSync(`${folder}/notes.txt`, 'only copy')
    expect(await rulesOf('touch notes.txt && rm notes.txt', folder)).toEqual(['narrow-loss'])
  })

  test('is not known without a look at the disk', async () => {
    expect(await rulesOf('touch probe.txt && rm probe.txt', `${home}/shop`, false)).toEqual(['narrow-loss'])
  })
})
