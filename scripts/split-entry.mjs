/**
 * Bundles an entry into one file that holds all it imports statically, and leaves what it imports dynamically in files
 * of their own. A bundler's own splitting would cut the hot path into a dozen shared files, and opening a file costs
 * Node about a millisecond. What both need is in both; classes that cross the border are recognised by their shape.
 */
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

export async function writeSplitEntry(folder, index, others, settings) {
  const source = join(folder, 'src')
  const lazy = new Map()
  const leaveDynamicImports = {
    name: 'leave-dynamic-imports',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path, importer }) => {
        if (kind !== 'dynamic-import') return undefined
        const file = join(dirname(importer), path.replace(/\.js$/, '.ts'))
        const name = relative(source, file).replace(/\.ts$/, '').replaceAll('/', '-')
        lazy.set(name, file)
        return { path: `./lazy/${name}.js`, external: true }
      })
    },
  }
  await build({
    ...settings,
    entryPoints: { index: join(folder, index) },
    outdir: join(folder, 'dist'),
    plugins: [leaveDynamicImports],
  })
  const entries = Object.entries(others).map(([name, file]) => [name, join(folder, file)])
  const lazyEntries = [...lazy].map(([name, file]) => [`lazy/${name}`, file])
  await build({
    ...settings,
    splitting: true,
    entryPoints: Object.fromEntries([...lazyEntries, ...entries]),
    outdir: join(folder, 'dist'),
    chunkNames: 'lazy/shared-[hash]',
  })
}
