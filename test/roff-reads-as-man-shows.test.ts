import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { readText } from '../packages/generate/src/read-text.js'
import { readRoff } from '../packages/generate/src/roff/read.js'
import type { FoundCommand } from '../packages/generate/src/found.js'

const run = promisify(execFile)
const MANUAL = '/usr/share/man/man1'

/** Programs that stand on nearly every Debian machine; those whose pages are not installed are left out. */
const TOOLS = (
  'ls cp mv rm mkdir rmdir ln cat head tail sort uniq wc cut paste join comm split csplit tr od du df stat touch chmod ' +
  'chown chgrp date dd install mktemp nl numfmt pr seq shred shuf stdbuf tac tee timeout truncate uname who env expand ' +
  'fmt fold base64 cksum md5sum git git-add git-commit git-clone git-log git-diff git-fetch git-merge git-rebase ' +
  'git-push git-tag git-stash git-clean grep sed find xargs tar gzip diff patch bash dash ssh scp sftp ssh-keygen ps ' +
  'top kill free man less file strace make perl python3 gpg curl wget dpkg apt-get zsh fish bwrap'
).split(' ')

/** Below this many pages a machine has no manual, as in slim images. */
const FEWEST = 20

const sources = TOOLS.map((name) => ({ name, path: join(MANUAL, `${name}.1.gz`) })).filter(({ path }) =>
  existsSync(path),
)

beforeEach(({ skip }) => {
  const message = 'man is not installed; the packages are listed in scripts/system-packages.txt'
  const isMissing = spawnSync('man', ['--version']).error !== undefined
  if (isMissing && process.env.CI !== undefined) throw new Error(message)
  skip(isMissing, message)
  skip(sources.length < FEWEST, `only ${sources.length} of the manual pages are installed`)
})

test('the source of a page says what the page says', { timeout: 300_000 }, async () => {
  const count = { shown: 0, written: 0, both: 0, sameValue: 0 }
  for (let at = 0; at < sources.length; at += 4) {
    await Promise.all(sources.slice(at, at + 4).map((page) => compare(page, count)))
  }
  const agreement = (2 * count.both) / (count.shown + count.written)

  expect(count.shown).toBeGreaterThan(300)
  expect(agreement).toBeGreaterThanOrEqual(0.98)
  expect(count.sameValue / count.both).toBeGreaterThanOrEqual(0.98)
})

interface Count {
  shown: number
  written: number
  both: number
  sameValue: number
}

async function compare({ name, path }: { name: string; path: string }, count: Count): Promise<void> {
  const source = gunzipSync(readFileSync(path)).toString('utf8')
  if (source.startsWith('.so ')) return
  // Wide, so that no option is cut in two at the end of a line.
  const env = { ...process.env, MANWIDTH: '200', LC_ALL: 'C.UTF-8' }
  const { stdout } = await run('man', ['-l', '-Tutf8', path], { env, maxBuffer: 2 ** 26 })
  const shown = flagsOf(readText(stdout, { name, path: [] }, 'man'))
  const written = flagsOf(readRoff(source, { name, path: [] }))
  count.shown += shown.size
  count.written += written.size
  for (const [flag, takesValue] of shown) {
    if (!written.has(flag)) continue
    count.both++
    if (written.get(flag) === takesValue) count.sameValue++
  }
}

function flagsOf({ options }: FoundCommand): Map<string, boolean> {
  return new Map(
    options.flatMap(({ flags, negations, value }) =>
      [...flags, ...negations].map((flag): [string, boolean] => [flag, value !== undefined]),
    ),
  )
}
