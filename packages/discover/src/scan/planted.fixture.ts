import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { scanPrograms, type Scan, type ScanOptions } from './scan.js'

/** A temporary folder for one test, as a real path. */
export function plantedFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atip-scan-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a file and its folders, independent of the umask; executable by default. */
export function plant(path: string, content: string | Uint8Array = '', mode = 0o755): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

export function scanOf(searchPath: string | string[], options: Partial<ScanOptions> = {}): Promise<Scan> {
  return scanPrograms({
    searchPath: [searchPath].flat().join(':'),
    uid: process.getuid!(),
    home: '/nonexistent',
    ...options,
  })
}

export const isRoot = process.getuid?.() === 0
