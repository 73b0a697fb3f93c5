/** Generated Debian packages, all different, on a loopback server: measures a crawl without any mirror. */
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const PAYLOAD_BYTES = 1_000_000

/** Manifests of this many packages: each has a program with a manual page, one that must be asked, and a large file. */
export async function madePackages(folder, count) {
  const manifests = Array.from({ length: count }, (_, index) => packed(folder, `made${index}`))
  const server = createServer((request, response) =>
    createReadStream(join(folder, request.url.slice(1)))
      .on('error', () => response.destroy())
      .pipe(response),
  )
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${server.address().port}`
  return {
    manifests: manifests.map(({ name, sha256 }) => ({
      name,
      sources: {
        url: {
          template: `${url}/${name}.deb`,
          version: '1.0',
          platforms: ['linux-amd64'],
          sha256: { 'linux-amd64': sha256 },
        },
      },
      file: `${name}.yaml`,
    })),
    close: () => server.close(),
  }
}

function packed(folder, name) {
  const tree = join(folder, 'tree')
  for (const place of ['DEBIAN', 'usr/bin', 'usr/share/man/man1', `usr/share/${name}`]) {
    mkdirSync(join(tree, place), { recursive: true })
  }
  const options = Array.from({ length: 30 }, (_, index) => ({ flag: `--${name}-${index}`, text: `Show part ${index}` }))
  const help = options.map(({ flag, text }) => `  ${flag.padEnd(20)} ${text}`).join('\n')
  const page = options.map(({ flag, text }) => `.TP\n.B ${flag.replaceAll('-', '\\-')}\n${text}`).join('\n')
  const script = (own) => `#!/bin/sh\ncat <<'END'\nUsage: ${own} [OPTIONS]\n\nOptions:\n${help}\nEND\n`
  writeFileSync(join(tree, 'usr/bin', name), script(name), { mode: 0o755 })
  writeFileSync(join(tree, 'usr/bin', `${name}-ask`), script(`${name}-ask`), { mode: 0o755 })
  writeFileSync(
    join(tree, 'usr/share/man/man1', `${name}.1`),
    `.TH ${name.toUpperCase()} 1\n.SH NAME\n${name} \\- handle things\n.SH SYNOPSIS\n.B ${name}\n[options]\n.SH OPTIONS\n${page}\n`,
  )
  writeFileSync(join(tree, 'usr/share', name, 'data'), randomBytes(PAYLOAD_BYTES))
  writeFileSync(
    join(tree, 'DEBIAN/control'),
    `Package: ${name}\nVersion: 1.0\nArchitecture: amd64\nMaintainer: A\nDescription: x\n`,
  )
  const file = join(folder, `${name}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '-b', tree, file], { stdio: 'ignore' })
  rmSync(tree, { recursive: true })
  return { name, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') }
}
