import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { SlowFilesFirst } from './test/slow-files-first.js'

// Node reads these certificates whenever it starts, which makes it three times as slow, and here it starts thousands of
// times. Nothing that is tested leaves this machine.
delete process.env.NODE_EXTRA_CA_CERTS

// Tests see the system and this Node, not what the user has on PATH or in the home: shims, wrappers, settings, caches.
process.env.PATH = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(':')
const home = mkdtempSync(join(tmpdir(), 'atip-home-'))
chmodSync(home, 0o755)
process.env.HOME = home
process.on('exit', () => rmSync(home, { recursive: true, force: true }))

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    alias: {
      '@atip/protocol/schema': source('packages/protocol/schema'),
      '@atip/protocol': source('packages/protocol/src/index.ts'),
      'atip-bridge': source('packages/bridge/src/index.ts'),
      'tooli/agentify': source('packages/tooli/src/agentify/index.ts'),
      'tooli/terminal': source('packages/tooli/src/output/terminal.ts'),
      'tooli/testing': source('packages/tooli/src/testing/index.ts'),
      tooli: source('packages/tooli/src/index.ts'),
    },
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    // Four times the usual: properties make much garbage, and to collect it took a tenth of their time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: SlowFilesFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
