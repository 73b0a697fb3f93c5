import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import { decideLine } from '../decide-line.js'
import { removeFoldersAfterwards } from '../disk/testing/folders.js'
import { needsGit, repositoryWith } from '../disk/testing/git.js'
import { kindOfPath } from '../places/index.js'
import { projectAt } from './project.js'
import type { Mode } from './types.js'

// Anything below /tmp may be deleted, so the repository is copied elsewhere.
const cwd = mkdtempSync(fileURLToPath(new URL('../../restorable-', import.meta.url)))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))
removeFoldersAfterwards()

// A clone in a system folder is not a project, and below /tmp anything may be deleted.
const isNoProject = projectAt(cwd, '/home/dev') === undefined || kindOfPath(cwd, '/home/dev') === 'temporary'

test.skipIf(needsGit !== undefined || isNoProject)(
  'modes that trust a project let go of files that git can restore',
  async () => {
    cpSync(repositoryWith({ 'src/a.ts': 'a', 'src/b.ts': 'b', 'src/c.ts': 'c' }), cwd, { recursive: true })
    writeFileSync(`${cwd}/src/b.ts`, 'changed')
    writeFileSync(`${cwd}/src/new.ts`, 'not in git')
    const places = { lookup: lookupSource, cwd, home: '/home/dev' }
    const decide = async (line: string, mode: Mode) =>
      (await decideLine(line, { ...places, mode, looksAtDisk: true, suggests: false })).decision
    for (const mode of ['accept-edits', 'balanced'] as const) {
      expect(await decide('rm src/a.ts', mode)).toBe('allow')
      expect(await decide('rm src/a.ts src/c.ts', mode)).toBe('allow')
      for (const line of ['rm src/b.ts', 'rm src/new.ts', 'rm src/a.ts src/new.ts', 'rm src/none.ts', 'rm -rf .git'])
        expect([line, await decide(line, mode)]).not.toContain('allow')
    }
    expect(await decide('rm src/a.ts', 'default')).toBe('ask')
    expect(await decide('rm src/a.ts', 'plan')).toBe('deny')
  },
)
