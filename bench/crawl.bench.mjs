/**
 * The cost of crawling packages: per minute of CPU, in memory, and by stage. First generated packages, without a
 * mirror; then packages from the configured Debian mirrors, sampled by the hash of their names, with the number of
 * described programs by method. BENCH_CRAWL_SIZES sets other sizes, BENCH_CRAWL_MADE_ONLY skips the mirrors.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { madePackages } from './crawl-packages.mjs'

const SIZES = process.env.BENCH_CRAWL_SIZES?.split(',').map(Number) ?? [20, 60, 200]

export async function* run() {
  const home = mkdtempSync(join(tmpdir(), 'atip-bench-crawl-'))
  try {
    mkdirSync(join(home, 'made'))
    const made = await madePackages(join(home, 'made'), Math.max(...SIZES))
    const runs = []
    for (const size of SIZES) runs.push(await crawled(home, `made-${size}`, made.manifests.slice(0, size)))
    made.close()
    yield { title: 'packages that are made here', rows: runs.map(costOf) }
    yield { title: 'where the time goes, by packages', rows: runs.map(sharesOf) }
    if (process.env.BENCH_CRAWL_MADE_ONLY) return
    yield* debian(home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function* debian(home) {
  const names = await packagesWithPrograms()
  const manifests = names.map((name) => ({
    name,
    sources: { apt: { package: name, platforms: ['linux-amd64'] } },
    file: `${name}.yaml`,
  }))
  const runs = []
  for (const size of SIZES) runs.push(await crawled(home, `debian-${size}`, manifests.slice(0, size)))
  yield { title: `of ${names.length} packages of Debian with programs`, rows: runs.map(costOf) }
  yield { title: 'where the time goes, by packages', rows: runs.map(sharesOf) }
  const { report, shims } = runs.at(-1)
  const { described, aliases, silent } = report.programs
  const programs = described + aliases + silent.length
  const outcomes = { ...report.methods, 'another name of one': aliases, 'not described': silent.length }
  yield {
    title: `${programs} programs, ${shims.count} shims of ${shims.median} bytes (median), ${shims.mean} (mean)`,
    rows: Object.entries(outcomes).map(([outcome, count]) => ({ outcome, count, '%': (100 * count) / programs })),
  }
  const reasons = {}
  for (const { reason } of [...silent, ...report.failed]) reasons[reason] = (reasons[reason] ?? 0) + 1
  if (Object.keys(reasons).length > 0) {
    yield { title: 'why not', rows: Object.entries(reasons).map(([reason, count]) => ({ reason, count })) }
  }
}

const costOf = ({ size, seconds, cpuSeconds, megabytes, kept, traffic }) => ({
  packages: size,
  minutes: seconds / 60,
  'CPU minutes': cpuSeconds / 60,
  'per CPU minute': size / (cpuSeconds / 60),
  'MB of memory': megabytes,
  'MB in use at the end': kept,
  'MB downloaded': traffic.bytes / 2 ** 20,
})

function sharesOf({ size, times }) {
  const total = Object.values(times).reduce((sum, one) => sum + one, 0)
  const shares = ['download', 'extract', 'generate', 'sandbox'].map((stage) => [
    `${stage} in %`,
    (100 * (times[stage] ?? 0)) / total,
  ])
  return { packages: size, ...Object.fromEntries(shares) }
}

/** Packages with a file in a program folder, from the mirror's list of contents. */
async function packagesWithPrograms() {
  const uri = execFileSync('apt-get', ['indextargets', '--format', '$(BASE_URI)$(COMPONENT)/'], { encoding: 'utf8' })
    .split('\n')
    .find((one) => /dists\/[a-z]+\/main\/$/.test(one))
  const answer = await fetch(`${uri}Contents-amd64.gz`)
  if (!answer.ok) throw new Error(`${uri}Contents-amd64.gz: ${answer.status}`)
  const names = new Set()
  for (const line of gunzipSync(Buffer.from(await answer.arrayBuffer()))
    .toString()
    .split('\n')) {
    const [, owners] = /^(?:usr\/)?(?:bin|sbin|games)\/\S+\s+(\S+)$/.exec(line) ?? []
    for (const owner of owners?.split(',') ?? []) names.add(owner.split('/').at(-1))
  }
  const hash = (name) => createHash('sha256').update(name).digest('hex')
  return [...names].sort((a, b) => (hash(a) < hash(b) ? -1 : 1))
}

/** In a separate process, so that its memory is that of this crawl. */
async function crawled(home, name, manifests) {
  const folder = join(home, name)
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'crawl-child.mjs'), folder], {
    stdio: ['pipe', 'pipe', process.stderr.isTTY ? 'inherit' : 'ignore'],
  })
  child.stdin.end(JSON.stringify(manifests))
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const said = []
  for await (const chunk of child.stdout) said.push(chunk)
  if ((await ended) !== 0) throw new Error(`the crawl of ${manifests.length} packages failed`)
  const shims = join(folder, 'shims/sha256')
  const sizes = readdirSync(shims)
    .map((file) => statSync(join(shims, file)).size)
    .sort((a, b) => a - b)
  const mean = Math.round(sizes.reduce((sum, one) => sum + one, 0) / sizes.length)
  const result = JSON.parse(Buffer.concat(said).toString())
  rmSync(folder, { recursive: true, force: true })
  return {
    size: manifests.length,
    ...result,
    shims: { count: sizes.length, median: sizes[Math.floor(sizes.length / 2)], mean },
  }
}
