import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

interface Manifest {
  name: string
  version: string
  license?: unknown
}

/** The licence notice of each package that is in a bundle. */
export function licencesIn({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs))
  const files = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path)
  const folders = new Set(files.map(packageOf).filter((folder) => folder !== undefined))
  return [...folders].map(noticeOf)
}

/** The folder of the installed package that a file belongs to. */
function packageOf(path: string): string | undefined {
  const [, folder] = /^(.*\bnode_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(path) ?? []
  return folder
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)([.-].*)?$/i.test(file))
  const body = texts.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const declared = typeof license === 'string' ? license : 'see the package'
  return [`${name} ${version}`, `Licence: ${declared}`, '', ...body].join('\n').trimEnd().concat('\n')
}
