import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { compareProcesses } from './measure.mjs'

const workspace = fileURLToPath(new URL('../packages', import.meta.url))

/**
 * The cost of programs that import these packages by name, as users do, compared with an empty Node process. Each
 * program is a titled ES module; the packages are laid out as npm installs them: packed files, no links.
 */
export function importCost(packages, programs) {
  const folder = mkdtempSync(`${tmpdir()}/atip-bench-`)
  const modules = `${folder}/node_modules`
  mkdirSync(`${modules}/empty`, { recursive: true })
  writeFileSync(`${modules}/empty/package.json`, '{"type": "module", "exports": "./index.js"}')
  writeFileSync(`${modules}/empty/index.js`, '')
  writeFileSync(`${folder}/nothing.mjs`, '')
  for (const name of packages) {
    const manifest = JSON.parse(readFileSync(`${workspace}/${name}/package.json`, 'utf8'))
    for (const part of ['package.json', 'dist']) {
      cpSync(`${workspace}/${name}/${part}`, `${modules}/${manifest.name}/${part}`, { recursive: true })
    }
  }
  const everything = {
    'bare node': '',
    'import of an empty module': `import './nothing.mjs'`,
    'import of an empty package': `import 'empty'`,
    ...programs,
  }
  const commands = Object.entries(everything).map(([title, code], index) => {
    const file = `${folder}/program${index}.mjs`
    writeFileSync(file, code)
    return [title, [process.execPath, file]]
  })
  const rows = compareProcesses(Object.fromEntries(commands))
  rmSync(folder, { recursive: true })
  return { title: 'Start-up: child CPU against bare node', rows }
}
