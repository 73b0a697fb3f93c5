import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { completionTreeOf } from '../describe/completion/tree.js'
import { helpPageOf } from '../describe/help-page.js'
import { writeWhole } from '@atip/files'
import { differences } from '../output/differences.js'
import { printDocument } from './answer.js'
import { createManifest, type Manifest, type Producers } from './manifest.js'

/** Everything that a manifest can contain. */
const ALL: Producers = { help: helpPageOf, completion: (cli) => completionTreeOf(cli) }

/** Writes the manifest, from which a program answers questions. */
export async function buildManifest(
  cli: CliDefinition<CommandMap>,
  file: URL | string,
  producers: Producers = ALL,
): Promise<Manifest> {
  const manifest = await createManifest(cli, producers)
  writeWhole(pathOf(file), printDocument(manifest))
  return manifest
}

/** The out-of-date places of the file, a line each; empty if it is as a build would write it. */
export async function checkManifest(
  cli: CliDefinition<CommandMap>,
  file: URL | string,
  producers: Producers = ALL,
): Promise<string[]> {
  const fresh: unknown = JSON.parse(printDocument(await createManifest(cli, producers)))
  try {
    return differences(JSON.parse(await readFile(pathOf(file), 'utf8')), fresh)
  } catch (error) {
    return [`cannot read it: ${(error as Error).message}`]
  }
}

function pathOf(file: URL | string): string {
  return typeof file === 'string' && !file.startsWith('file:') ? file : fileURLToPath(file)
}
