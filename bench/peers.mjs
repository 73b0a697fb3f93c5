import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installAlone, pack } from '../scripts/packed.mjs'

const folderOf = (name) => `${import.meta.dirname}/.peers/${name}`

/** Installs the peers of one benchmark from npm into a separate folder, outside the workspaces. */
export function installPeers(name, peers) {
  if (Object.keys(peers).length === 0) return
  const folder = folderOf(name)
  const manifest = JSON.stringify({ private: true, dependencies: peers }, null, 2)
  if (existsSync(`${folder}/node_modules`) && readFileSync(`${folder}/package.json`, 'utf8') === manifest) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, manifest)
  console.error(`installing ${Object.keys(peers).join(', ')} for comparison`)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'], {
    cwd: folder,
    stdio: 'inherit',
  })
}

/** Installs tooli beside the peers of a benchmark, from its packed archive. */
export function installOurs(name) {
  const archives = pack()
  for (const one of archives.keys()) rmSync(join(folderOf(name), 'node_modules', one), { recursive: true, force: true })
  installAlone('tooli', archives, folderOf(name))
}

/** Installs one of our packages from its packed archive into a separate folder. */
export function installInto(folder, ours) {
  mkdirSync(folder, { recursive: true })
  installAlone(ours, pack(), folder)
  return join(folder, 'node_modules', ours)
}

/** `require`, as for a file in the folder of that benchmark's peers. */
export function requirePeer(name, specifier) {
  return createRequire(`${folderOf(name)}/index.js`)(specifier)
}
