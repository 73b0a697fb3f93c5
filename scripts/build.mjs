/** Builds all packages, or the named ones, in the order of their dependencies: runs the `build` script of each. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const packages = new Map(
  readdirSync(join(root, 'packages')).map((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
    return [manifest.name, { folder, manifest }]
  }),
)

const wanted = process.argv.slice(2)
const unknown = wanted.filter((folder) => ![...packages.values()].some((one) => one.folder === folder))
if (unknown.length > 0) throw new Error(`there is no folder packages/${unknown[0]}`)

const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
for (const { folder, manifest } of inOrder()) {
  if (wanted.length > 0 && !wanted.includes(folder)) continue
  const cwd = join(root, 'packages', folder)
  rmSync(join(cwd, 'dist'), { recursive: true, force: true })
  const { status } = spawnSync(manifest.scripts.build, {
    cwd,
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, PATH },
  })
  if (status !== 0) {
    console.error(`the build of packages/${folder} failed`)
    process.exit(1)
  }
}

/** Each package after its dependencies. */
function inOrder() {
  const sorted = new Set()
  const visit = (name) => {
    const { dependencies, devDependencies } = packages.get(name).manifest
    for (const needed of Object.keys({ ...dependencies, ...devDependencies })) {
      if (packages.has(needed) && ![...sorted].some((one) => one.manifest.name === needed)) visit(needed)
    }
    sorted.add(packages.get(name))
  }
  for (const name of packages.keys()) visit(name)
  return sorted
}
