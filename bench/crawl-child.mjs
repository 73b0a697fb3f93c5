/** Crawls tools into a folder, with manifests from stdin, and prints the cost and the result. For crawl.bench.mjs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crawl, openFileQueue, openLedger, openShimFolder, openWorkshop } from 'atip-crawler'

const folder = process.argv[2]
const manifests = JSON.parse(readFileSync(0, 'utf8'))
const times = {}
const shop = openWorkshop({
  folder: join(folder, 'work'),
  onTime: (stage, milliseconds) => (times[stage] = (times[stage] ?? 0) + milliseconds / 1000),
})
const begin = performance.now()
const report = await crawl({
  manifests,
  shop,
  queue: openFileQueue(join(folder, 'work/queue')),
  ledger: openLedger(join(folder, 'work/ledger')),
  shims: openShimFolder(join(folder, 'shims')),
  acceptNew: true,
  onProgress: (done, total, text) => process.stderr.write(`${done}/${total} ${text}\n`),
})
// utime, stime, cutime, cstime, in hundredths of a second. The last two include unpackers and sandboxes.
const stat = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').slice(11, 15).map(Number)
globalThis.gc?.()
console.log(
  JSON.stringify({
    seconds: (performance.now() - begin) / 1000,
    cpuSeconds: stat.reduce((sum, one) => sum + one, 0) / 100,
    megabytes: process.resourceUsage().maxRSS / 1024,
    kept: process.memoryUsage().heapUsed / 2 ** 20,
    times,
    traffic: shop.fetcher.traffic,
    report,
  }),
)
