import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { lookupShim } from '@atip/shims'
import { beforeEach } from 'vitest'
import { decideLine, type DecideOptions } from '../../decide-line.js'
import { folderWith, removeFoldersAfterwards, write } from '../../disk/testing/folders.js'

/** A home with a small project, created anew for each test, and decisions on lines in it. */
export function projectOnDisk() {
  removeFoldersAfterwards()
  const home = folderWith()
  const project = join(home, 'shop')
  const put = (path: string, text: string) => write(home, { [path]: text })
  beforeEach(() => {
    rmSync(home, { recursive: true, force: true })
    put('shop/README.md', '# Shop\n')
    put('shop/src/a.ts', 'export const a = 1\n')
  })
  const decide = async (line: string, more: Partial<DecideOptions> = {}) => {
    const options = { lookup: lookupShim, cwd: project, home, looksAtDisk: true, suggests: false, ...more }
    const { decision, commands } = await decideLine(line, options)
    return { decision, rules: commands.filter((one) => one.decision !== 'allow').map(({ rule }) => rule), commands }
  }
  return { home, project, put, decide }
}
