import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashFile } from '@atip/trust'
import { expect, test } from 'vitest'

test('a file of more than 4 GB has the hash that sha256sum computes, and is not read into memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'large-'))
  try {
    const path = join(folder, 'sparse')
    writeFileSync(path, 'begin')
    truncateSync(path, 4 * 1024 ** 3 + 5)
    const memory = process.memoryUsage.rss()
    const hash = await hashFile(path)
    expect(process.memoryUsage.rss() - memory).toBeLessThan(200 * 1024 ** 2)
    const [expected] = execFileSync('sha256sum', [path], { encoding: 'utf8' }).split(' ')
    expect(hash).toBe(`sha256:${expected}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 300_000)
