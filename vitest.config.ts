import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowFilesFirst } from './test/slow-files-first.js'

// Node reads these certificates whenever it starts, which makes it three times as slow, and here it starts thousands of
// times. Nothing that is tested leaves this machine.
delete process.env.NODE_EXTRA_CA_CERTS

// Tests see the system and this Node, not what the user has on PATH or in the home: shims, wrappers, settings, caches,
// or a temporary folder inside of the home.
process.env.PATH = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(':')
delete process.env.TMPDIR
const home = mkdtempSync(join(tmpdir(), 'atip-home-'))
chmodSync(home, 0o755)
process.env.HOME = home
process.on('exit', () => rmSync(home, { recursive: true, force: true }))

interface Manifest {
  name: string
  exports: Record<string, string | { default: string }>
}

/** The sources of our packages, by the names they are imported with: `./dist/x.js` in `exports` is `src/x.ts`. */
function sources() {
  const packages = join(import.meta.dirname, 'packages')
  return readdirSync(packages).flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')) as Manifest
    return Object.entries(exports).flatMap(([path, target]) => {
      if (typeof target === 'string') return []
      const source = target.default

        .replace('./dist/', './src/')
        .replace(/\.js$/, '.ts')
      return [{ find: new RegExp(`^${name}${path.slice(1)}$`), replacement: join(packages, folder, source) }]
    })
  })
}

export default defineConfig({
  resolve: { alias: sources() },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/*.test.ts'],
    setupFiles: ['testing/fixed-seed.ts'],
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    // Four times the usual: properties make much garbage, and collecting it took a tenth of their time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: SlowFilesFirst },
    // Only for what hangs: a busy machine takes many times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
