import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const folderOf = (name) => `${import.meta.dirname}/.peers/${name}`

/** Installs the peers of one benchmark from npm into a folder of their own, outside the workspaces. */
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

/** Puts tooli beside the peers of that benchmark, as npm would: the files that are packed, no link into the workspace. */
export function installOurs(name) {
  const target = `${folderOf(name)}/node_modules/tooli`
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const part of ['package.json', 'dist'])
    cpSync(`${import.meta.dirname}/../packages/tooli/${part}`, `${target}/${part}`, { recursive: true })
}

/** `require` as a file in the folder of that benchmark's peers would have it. */
export function requirePeer(name, specifier) {
  return createRequire(`${folderOf(name)}/index.js`)(specifier)
}
