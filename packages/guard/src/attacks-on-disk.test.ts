import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import { makeWorld, withFiles } from '../testing/attack-world.js'
import { decideLine } from './decide-line.js'
import { folderWith, removeFoldersAfterwards } from './disk/testing/folders.js'

interface AttackOnDisk {
  line: string
  effect: string
  /** The files that must exist for it to do harm, by path below the home. */
  files?: Record<string, string>
}

removeFoldersAfterwards()

const attacks = readFileSync(new URL('../testing/attacks-on-disk.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as AttackOnDisk)

test('no attack that depends on what is on the disk is let through', async () => {
  expect(attacks.length).toBeGreaterThan(250)
  const home = folderWith()
  const options = { lookup: lookupSource, cwd: join(home, 'project'), home, looksAtDisk: true, suggests: false }
  makeWorld(home)
  const passed = []
  for (const { line, files = {} } of attacks) {
    const { decision } = await withFiles(home, files, () => decideLine(line, options))
    if (decision === 'allow') passed.push(line)
  }
  expect(passed).toEqual([])
})
