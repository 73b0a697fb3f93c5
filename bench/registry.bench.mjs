/**
 * The cost of building a registry as it grows, of serving it compared with nginx and the same files, and of a lookup of
 * a stored description. REGISTRY_SIZES=1000,2000 sets other sizes.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareProcesses } from './measure.mjs'

const SIZES = (process.env.REGISTRY_SIZES ?? '25000,50000,100000').split(',').map(Number)
const CHANGES = 100
const REQUESTS = 20_000

export async function* run() {
  const folder = mkdtempSync(join(tmpdir(), 'registry-bench-'))
  try {
    yield building(folder)
    yield await serving(join(folder, 'registry'))
    yield lookUp()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const hexOf = (number) => createHash('sha256').update(`program ${number}`).digest('hex')

/** About 4 KB, the mean size of generated descriptions. */
function shim(number, text = '') {
  const options = Array.from({ length: 20 }, (_, index) => ({
    name: `option-${index}`,
    flags: [`--option-${index}`],
    type: 'string',
    description: `What option ${index} of program ${number} is good for, in a sentence of some words`,
  }))
  return JSON.stringify({
    atip: { version: '0.6' },
    binary: {
      hash: `sha256:${hexOf(number)}`,
      name: `tool-${number % 20_000}`,
      version: `1.${number}`,
      platform: 'linux-amd64',
    },
    trust: { source: 'inferred', verified: false },
    description: `Program ${number} ${text}`,
    commands: { '': { description: 'Run it', options, effects: { network: number % 3 === 0, destructive: false } } },
  })
}

/** Prints the CPU seconds and the peak memory of a build. */
const BUILD = `import { buildRegistry } from '@atip/registry'
const [source, target] = process.argv.slice(1)
const { count } = await buildRegistry({ source, target, name: 'Bench', url: 'https://registry.example' })
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
console.log(JSON.stringify({ count, seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }))`

function build(source, target) {
  const root = join(import.meta.dirname, '..')
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', BUILD, source, target], { cwd: root })
  return JSON.parse(output.toString())
}

function building(folder) {
  const [source, target] = [join(folder, 'source'), join(folder, 'registry')]
  mkdirSync(source)
  let planted = 0
  const rows = []
  for (const size of SIZES) {
    for (; planted < size; planted++) writeFileSync(join(source, `${hexOf(planted)}.json`), shim(planted))
    rmSync(target, { recursive: true, force: true })
    const first = build(source, target)
    for (let number = 0; number < CHANGES; number++) {
      const chosen = Math.floor((number * size) / CHANGES)
      writeFileSync(join(source, `${hexOf(chosen)}.json`), shim(chosen, `changed at ${size}`))
    }
    const next = build(source, target)
    rows.push({
      shims: size,
      'CPU s': first.seconds,
      'CPU ms per shim': (first.seconds * 1000) / size,
      MB: Math.round(first.megabytes),
      [`CPU s, ${CHANGES} changes`]: next.seconds,
      'times cheaper': first.seconds / next.seconds,
    })
  }
  return { title: 'building a registry of synthetic shims', rows }
}

/** The CPU seconds of a process and its children: fields 14 and 15 of proc(5), in hundredths. */
function cpuOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return children.reduce((sum, child) => sum + cpuOf(child), (Number(fields[11]) + Number(fields[12])) / 100)
}

async function serving(registry) {
  const paths = readdirSync(join(registry, 'shims/sha256'))
    .slice(0, 2_000)
    .map((name) => `/shims/sha256/${name}`)
  const servers = { nginx: await startNginx(registry), 'atip registry serve': await startOurs(registry) }
  const used = { nginx: 0, 'atip registry serve': 0 }
  try {
    for (let round = -1; round < 4; round++) {
      for (const [name, { pid, port }] of Object.entries(servers)) {
        const before = cpuOf(pid)
        await ask(port, paths, REQUESTS / 4)
        if (round >= 0) used[name] += cpuOf(pid) - before
      }
    }
  } finally {
    for (const { child } of Object.values(servers)) child.kill('SIGTERM')
  }
  const rows = Object.entries(used).map(([name, seconds]) => ({
    server: name,
    'requests per CPU second': Math.round(REQUESTS / seconds),
    'CPU against nginx': seconds / used.nginx,
  }))
  return { title: `${REQUESTS} requests for 2,000 shims of the same build, 16 connections`, rows }
}

async function startNginx(registry) {
  const place = mkdtempSync(join(tmpdir(), 'registry-nginx-'))
  const port = await freePort()
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  )
  const config = `daemon off; worker_processes 1; pid ${place}/pid; error_log ${place}/error.log;
    ${process.getuid() === 0 ? 'user root;' : ''}
    events {} http { access_log off; etag on; default_type application/json; keepalive_requests 1000000; ${paths.join(' ')}
    server { listen 127.0.0.1:${port}; root ${registry}; } }`
  writeFileSync(join(place, 'nginx.conf'), config)
  const child = spawn('nginx', ['-p', place, '-c', join(place, 'nginx.conf')], { stdio: 'ignore' })
  child.on('exit', () => rmSync(place, { recursive: true, force: true }))
  await answering(port)
  return { child, pid: child.pid, port }
}

async function startOurs(registry) {
  const program = join(import.meta.dirname, '../packages/atip/bin/atip.cjs')
  const child = spawn(process.execPath, [program, 'registry', 'serve', registry, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said] = await once(child.stderr, 'data')
  return { child, pid: child.pid, port: Number(/:(\d+)\s*$/.exec(String(said))[1]) }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function answering(port) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const isThere = await new Promise((resolve) => {
      get({ port, path: '/' }, (response) => resolve(response.resume() !== undefined)).on('error', () => resolve(false))
    })
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx does not answer: is it installed?')
}

async function ask(port, paths, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  let next = 0
  const worker = async () => {
    while (next < count) {
      const path = paths[(next++ * 7) % paths.length]
      await new Promise((resolve, reject) => {
        get({ port, path, agent }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`))
          response.on('data', () => {}).on('end', resolve)
        }).on('error', reject)
      })
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  agent.destroy()
}

const LOOK_UP = `import { readFileSync } from 'node:fs'
import { readShimRecord } from '@atip/registry/stored'
const file = process.argv[2]
const bytes = readFileSync(file)
if (readShimRecord(file, bytes) === undefined || JSON.parse(bytes).binary === undefined) process.exitCode = 1
`

function lookUp() {
  const folder = mkdtempSync(join(import.meta.dirname, '.registry-'))
  try {
    const file = join(folder, `${hexOf(1)}.json`)
    writeFileSync(file, shim(1))
    const content = createHash('sha256').update(shim(1)).digest('hex')
    writeFileSync(
      file.replace('.json', '.meta.json'),
      JSON.stringify({ records: [{ content, registry: {}, isTrusted: true }] }),
    )
    const [floor, ours] = ['floor.mjs', 'look-up.mjs'].map((name) => join(folder, name))
    writeFileSync(floor, '')
    writeFileSync(ours, LOOK_UP)
    const node = process.execPath
    const rows = compareProcesses({ 'an empty module': [node, floor], 'look-up of a stored shim': [node, ours, file] })
    return { title: 'a look-up with everything stored, child CPU', rows }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
