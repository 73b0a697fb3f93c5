/**
 * Writes the entry that Node loads: a few lines that fetch the real code when a function is first called. Parsing is
 * what an import costs (about 4 ms per 100 KB), so a program that uses one function should not pay for all of them.
 * Bundlers take the plain ES module instead (the "module" condition), where tree shaking does the same.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** `chunks` names folders of `src` that are loaded on their own; everything else is one more chunk, `main`. */
export async function writeLazyEntry(folder, chunks, settings) {
  const names = exportsByChunk(`${folder}/src/index.ts`, chunks)
  const api = await import(`${pathToFileURL(`${folder}/dist/index.js`).href}?${Date.now()}`)
  const isLazy = (name) =>
    typeof api[name] === 'function' && !/^class\b/.test(Function.prototype.toString.call(api[name]))
  const eager = []
  // Importing node:module by name would evaluate all of it.
  const lines = ["const load = (file) => process.getBuiltinModule('node:module').createRequire(import.meta.url)(file)"]
  for (const [chunk, members] of names) {
    const lazy = members.filter(isLazy)
    eager.push(...members.filter((name) => !isLazy(name)))
    await bundle(folder, lazy, { ...settings, format: 'cjs', outfile: `${folder}/dist/${chunk}.cjs` })
    lines.push(`let ${chunk}Code`)
    lines.push(`const ${chunk}Chunk = () => (${chunk}Code ??= load('./${chunk}.cjs'))`)
    for (const name of lazy) lines.push(`export function ${name}(...args) { return ${chunk}Chunk().${name}(...args) }`)
  }
  const constants = `${folder}/dist/constants.js`
  await bundle(folder, eager, { ...settings, format: 'esm', sourcemap: false, outfile: constants })
  writeFileSync(`${folder}/dist/node.js`, `${lines.join('\n')}\n${readFileSync(constants, 'utf8')}`)
  rmSync(constants)
}

async function bundle(folder, names, settings) {
  const contents = `export { ${names.join(', ')} } from './src/index.ts'`
  await build({ ...settings, bundle: true, stdin: { contents, resolveDir: folder, loader: 'ts' } })
}

/** Reads `export { a, type B } from './lint/lint.js'`: names by the chunk their file belongs to, types left out. */
function exportsByChunk(index, chunks) {
  const names = new Map()
  const source = readFileSync(index, 'utf8')
  for (const [, list, folder] of source.matchAll(/export \{([^}]*)\} from '\.\/([\w-]+)/g)) {
    const chunk = chunks.includes(folder) ? folder : 'main'
    const members = list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
    names.set(chunk, [...(names.get(chunk) ?? []), ...members])
  }
  return names
}
