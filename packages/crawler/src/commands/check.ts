import { resolve } from 'node:path'
import { command, t, ToolError } from 'tooli'
import { CRAWLER_ERRORS, manifestsFor, openPlaces, PLACES } from './places.js'

export const checkCommand = command({
  description: 'Find new versions of tools without downloading them',
  args: t.object({ tool: t.array(t.string('A tool'), 'Tools to check').optional().cli({ placeholder: 'TOOL' }) }),
  options: t.object({ ...PLACES, all: t.boolean('Check all tools that have a manifest').default(false) }),
  output: t.array(
    t.object({
      tool: t.string(),
      version: t.string('The newest version').optional(),
      published: t.string('The version that is published').optional(),
      isNew: t.boolean(),
      problems: t.array(t.string()),
    }),
  ),
  effects: {
    filesystem: { read: true, write: true, delete: false },
    network: true,
    subprocess: true,
    destructive: false,
    idempotent: true,
  },
  errors: CRAWLER_ERRORS,
  examples: [{ run: 'atip-crawler check --all', description: 'What a crawl would find' }],

  async run({ args, options, ctx }) {
    const names = options.all ? 'all' : (args.tool ?? [])
    if (names.length === 0) throw new ToolError('E1005', 'name a tool, or use --all')
    const { manifests, problems: refused } = manifestsFor(options, names, (line) => ctx.log(line))
    const { openWorkshop } = await import('../crawl/workshop.js')
    const { planTool } = await import('../crawl/plan.js')
    const { ledger } = openPlaces(options)
    const shop = openWorkshop({ folder: resolve(options.work), signal: ctx.signal })
    const found: { tool: string; version?: string; published?: string; isNew: boolean; problems: string[] }[] = []
    for (const [index, manifest] of manifests.entries()) {
      ctx.progress(index, manifests.length, manifest.name)
      const { version, problems } = await planTool(manifest, shop)
      const published = ledger.read(manifest.name).entries[0]?.version
      found.push({
        tool: manifest.name,
        ...(version !== undefined && { version }),
        ...(published !== undefined && { published }),
        isNew: version !== undefined && version !== published,
        problems: problems.map(({ source, reason }) => `${source}: ${reason}`),
      })
    }
    for (const { file, line, column, message } of refused) {
      found.push({ tool: file, isNew: false, problems: [`manifest: ${line}:${column}: ${message}`] })
    }
    if (found.some(({ problems }) => problems.length > 0)) ctx.exitWith(1)
    return found
  },

  text: (found) =>
    found
      .map(({ tool, version, published, isNew, problems }) => {
        if (version === undefined) return `[${tool}] ${problems.join('; ')}`
        return `[${tool}] ${isNew ? `Found new version: ${version}${published === undefined ? '' : ` after ${published}`}` : `${version} is published`}`
      })
      .join('\n'),
})
