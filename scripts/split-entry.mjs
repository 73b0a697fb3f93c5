/**
 * Bundles an entry into one file that holds all it imports statically, and puts what it imports dynamically into files
 * of their own, each again complete. A bundler's own splitting would cut the code into dozens of shared files, and
 * opening a file costs Node a millisecond or more. What several need is in each; classes that cross the borders are
 * recognised by their shape.
 */
import { basename, dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

export async function writeSplitEntry(folder, entries, settings) {
  const source = join(folder, 'src')
  const queue = Object.entries(entries).map(([name, file]) => ({ name, file: join(folder, file) }))
  const known = new Set(queue.map(({ file }) => file))
  for (const { name, file } of queue) {
    const leaveDynamicImports = {
      name: 'leave-dynamic-imports',
      setup({ onResolve }) {
        onResolve({ filter: /^\./ }, ({ kind, path, importer }) => {
          if (kind !== 'dynamic-import') return undefined
          const target = join(dirname(importer), path.replace(/\.js$/, '.ts'))
          const lazy = `lazy/${relative(source, target).replace(/\.ts$/, '').replaceAll('/', '-')}`
          if (!known.has(target)) queue.push({ name: lazy, file: target })
          known.add(target)
          return { path: name.startsWith('lazy/') ? `./${basename(lazy)}.js` : `./${lazy}.js`, external: true }
        })
      },
    }
    await build({
      ...settings,
      entryPoints: { [name]: file },
      outdir: join(folder, 'dist'),
      plugins: [leaveDynamicImports],
    })
  }
}
