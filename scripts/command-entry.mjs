/**
 * Builds a program written with tooli so that it starts fast: one file with what every run needs, one for each part that
 * is loaded later, all CommonJS (an ES module costs Node a few milliseconds more), the answers to what is asked most
 * often, and the code that V8 makes of all this, for a bin that takes them as they are. The sources of our other packages
 * are taken in.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

/** Written beside the program: what describes it, and its answer to `--agent` as it is printed. */
const MANIFEST = 'tooli-manifest.json'
const AGENT = 'agent.json'

/**
 * `quick` is what the bin loads instead of the program: an entry, and functions that it takes late.
 * `sources` gives the file of each of our own packages, by the name it is imported with.
 */
export async function writeCommand(folder, { bin, main, quick, definition, warmUps }, { sources, tooli, ...settings }) {
  const dist = join(folder, 'dist')
  const shared = {
    ...settings,
    packages: 'external',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.dirname': '__dirname' },
    // Without it an import() in CommonJS would start the loader of ES modules.
    supported: { 'dynamic-import': false },
  }
  const file = (name) => join(folder, name)
  await buildWithParts(folder, file(main), { ...shared, outdir: dist }, sources)
  await buildQuick(folder, quick, shared, sources)
  await writeManifest(folder, file(definition), join(dist, MANIFEST), { ...settings, sources, tooli })
  const program = join(dist, basename(main).replace(/\.ts$/, '.cjs'))
  writeFileSync(join(dist, AGENT), execFileSync(process.execPath, [program, '--agent']))
  for (const call of warmUps) keepCode(file(bin), call, dist)
}

/** The entry, and each package or file that is late: loaded when the first of the functions named is called. */
async function buildQuick(folder, { entry, late }, settings, sources) {
  const outdir = join(folder, 'dist')
  const lateParts = Object.entries(late).map(([source, names]) => {
    const file = sources[source] ?? join(folder, source)
    const part = sources[source] === undefined ? partName(`${basename(folder)}/${source}`, basename(folder)) : source
    return { source, file, part, names }
  })
  const plugins = [loadLate(lateParts), takeIn(sources)]
  await writeFunction({ ...settings, entryPoints: [join(folder, entry)], outdir, plugins })
  for (const { file, part } of lateParts) {
    await writeFunction({ ...settings, entryPoints: { [part]: file }, outdir, plugins: [takeIn(sources)] })
  }
}

/**
 * As a function, which the bin calls as it is, with a digest at the end, by which the bin knows what was compiled of it.
 * In ASCII, so that the bin can take bytes for letters.
 */
async function writeFunction(settings) {
  const inject = [join(import.meta.dirname, 'late-text-decoder.js')]
  const { outputFiles } = await build({ ...settings, inject, write: false })
  const [{ path, text }] = outputFiles
  const whole = `(function (exports, require, module, __dirname) {${text}\n})`
  if (/[^\x00-\x7f]/.test(whole))
    throw new Error(`${path} is not all ASCII; escape what is not, in regular expressions too`)
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 16)
  writeFileSync(path, `${whole}\n//${digest}`)
}

function loadLate(parts) {
  return {
    name: 'load-late',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path, importer, namespace, kind }) => {
        if (namespace === 'late') return { path, external: true }
        if (kind === 'entry-point') return undefined
        const file = path.startsWith('.') ? join(dirname(importer), path.replace(/\.js$/, '.ts')) : undefined
        const part = parts.find((one) => (file === undefined ? one.source === path : one.file === file))
        return part && { path: part.part, namespace: 'late', pluginData: part, sideEffects: false }
      })
      onLoad({ filter: /./, namespace: 'late' }, ({ pluginData: { part, names } }) => ({
        contents: names
          .map((name) => `export const ${name} = (...given) => require('./${part}.cjs').${name}(...given)\n`)
          .join(''),
      }))
    },
  }
}

/**
 * Runs a line and keeps the code that was compiled for it; what it says and whether it fails does not matter here. What
 * is quick keeps its code itself.
 */
function keepCode(program, { words, input, env, isQuick }, dist) {
  const preload = isQuick ? [] : ['--require', join(import.meta.dirname, 'keep-code.cjs')]
  const stdio = ['pipe', 'ignore', 'ignore']
  spawnSync(process.execPath, [...preload, program, ...words], { env: { ...env, KEEP_CODE: dist }, stdio, input })
}

/** Every file that is imported dynamically becomes one of its own, complete in itself. */
async function buildWithParts(folder, main, settings, sources) {
  const packages = dirname(folder)
  const queue = [{ name: basename(main, '.ts'), file: main }]
  const known = new Set([main])
  for (const { name, file } of queue) {
    const leaveDynamicImports = {
      name: 'leave-dynamic-imports',
      setup({ onResolve }) {
        onResolve({ filter: /^\./ }, ({ kind, path, importer }) => {
          if (kind !== 'dynamic-import') return undefined
          const target = join(dirname(importer), path.replace(/\.js$/, '.ts'))
          const part = partName(relative(packages, target), basename(folder))
          if (!known.has(target)) queue.push({ name: `lazy/${part}`, file: target })
          known.add(target)
          return { path: `${name.startsWith('lazy/') ? '.' : './lazy'}/${part}.cjs`, external: true }
        })
      },
    }
    // The framework is in the first file already, which gives it on: no part is compiled twice.
    const shared = name.startsWith('lazy/') ? { tooli: `../${basename(main, '.ts')}.cjs` } : {}
    const plugins = [leaveDynamicImports, leave(shared), takeIn(sources)]
    await build({ ...settings, entryPoints: { [name]: file }, plugins })
  }
}

/** `atip/src/commands/lint.ts` is `commands-lint`, `tooli/src/run/call.ts` is `tooli-run-call`. */
function partName(path, own) {
  const [owner, , ...rest] = path.replace(/\.ts$/, '').split('/')
  return [...(owner === own ? [] : [owner]), ...rest].join('-')
}

async function writeManifest(folder, definition, manifest, { sources, tooli, ...settings }) {
  // The build step of tooli takes an ES module, which is needed only for this.
  const whole = join(folder, 'dist/definition.mjs')
  const plugins = [takeIn(sources)]
  await build({
    ...settings,
    format: 'esm',
    packages: 'external',
    entryPoints: [definition],
    outfile: whole,
    plugins,
  })
  execFileSync(process.execPath, [tooli, 'manifest', whole, '--out', manifest], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  rmSync(whole)
}

function leave(shared) {
  return {
    name: 'leave-what-is-shared',
    setup({ onResolve }) {
      onResolve({ filter: /^\w/ }, ({ path }) =>
        shared[path] === undefined ? undefined : { path: shared[path], external: true },
      )
    },
  }
}

function takeIn(sources) {
  return {
    name: 'take-in-our-packages',
    setup({ onResolve }) {
      onResolve({ filter: /^[@\w]/ }, ({ path }) => {
        const source = sources[path]
        return source === undefined ? undefined : { path: source, sideEffects: false }
      })
    },
  }
}
