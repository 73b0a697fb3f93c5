import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { definitionIn } from './definition-in.js'
import { RARE_PARTS } from './rare-parts.js'

const TYPESCRIPT = /\.[cm]?tsx?$/

/**
 * Calls `act` with the tool of a module. TypeScript is bundled first, as in a build; lazy commands come from the
 * bundle.
 */
export async function withDefinition<T>(
  module: string,
  act: (cli: CliDefinition<CommandMap>) => Promise<T>,
): Promise<T> {
  if (!TYPESCRIPT.test(module))
    return act(definitionIn((await import(pathToFileURL(module).href)) as { default?: unknown }, module))
  const { bundle } = await import('./bundle.js')
  const { loadTool, writeFiles } = await import('./build-program.js')
  const folder = await mkdtemp(join(tmpdir(), 'tooli-'))
  try {
    await writeFiles(folder, await bundle({ module, external: [], quick: {}, minify: false, without: RARE_PARTS }), [])
    return await act(loadTool(folder, module))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
