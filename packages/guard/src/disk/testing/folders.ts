import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

/** A new folder with these files, by path. It is removed after the tests of the file. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'atip-disk-'))
  // Some tests read it as another user.
  chmodSync(folder, 0o755)
  made.push(folder)
  write(folder, files)
  return folder
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const made: string[] = []

export function removeFoldersAfterwards(): void {
  afterAll(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
}

/** Permissions do not apply to root. */
export function asOrdinaryUser<T>(work: () => T): T {
  if (process.geteuid!() !== 0) return work()
  process.seteuid!(65_534)
  try {
    return work()
  } finally {
    process.seteuid!(0)
  }
}
