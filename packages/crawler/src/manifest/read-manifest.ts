import { isObject, locate } from '@atip/protocol'
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { checkShape } from './check-shape.js'
import { MANIFEST } from './shape.js'
import { templateProblem } from './template.js'
import { PLATFORMS, type ManifestSources, type Platform, type ToolManifest } from './types.js'

export interface ManifestProblem {
  file: string
  line: number
  column: number
  message: string
}

export type ToolManifestReading = { ok: true; manifest: ToolManifest } | { ok: false; problems: ManifestProblem[] }

/** Reads a tool manifest (RFC 4.10.2), or returns each mistake with its position. */
export function readManifest(text: string, file: string): ToolManifestReading {
  const lines = new LineCounter()
  // No custom tags, no merge keys and few aliases: a manifest is plain data.
  const document = parseDocument(text, { lineCounter: lines, schema: 'core', uniqueKeys: true })
  const at = (offset: number, message: string): ManifestProblem => {
    const { line, col } = lines.linePos(offset)
    return { file, line, column: col, message }
  }
  if (document.errors.length > 0) {
    return { ok: false, problems: document.errors.map(({ pos, message }) => at(pos[0], message.split('\n')[0]!)) }
  }
  const problems = checkShape(document.contents, MANIFEST, 'the manifest', 0)
  const sources = document.getIn(['sources'], true)
  if (problems.length === 0 && isMap(sources)) {
    if (sources.items.length === 0) problems.push({ offset: sources.range?.[0] ?? 0, message: 'sources has none' })
    const url = document.getIn(['sources', 'url'], true)
    if (isMap(url) && url.has('version') === url.has('version_url')) {
      problems.push({ offset: url.range?.[0] ?? 0, message: 'sources.url needs either version or version_url' })
    }
  }
  const template = document.getIn(['template'], true)
  const source = isScalar(template) && typeof template.value === 'string' ? template.value : undefined
  const parsed = source === undefined ? { value: undefined } : parseTemplate(source)
  if ('problem' in parsed) problems.push({ offset: templateOffset(text, template, parsed), message: parsed.problem })
  if (problems.length > 0) return { ok: false, problems: problems.map(({ offset, message }) => at(offset, message)) }
  const value = document.toJS() as Omit<ToolManifest, 'template' | 'file'>
  const { template: _, ...rest } = value as ToolManifest
  return {
    ok: true,
    manifest: {
      ...rest,
      sources: withDefaults(rest.sources),
      ...('value' in parsed && parsed.value !== undefined && { template: parsed.value }),
      file,
    },
  }
}

type Template = { value: Record<string, unknown> | undefined } | { problem: string; index: number }

function parseTemplate(text: string): Template {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return { problem: 'template must be a JSON object', index: 0 }
    const problem = templateProblem(value)
    if (problem === undefined) return { value }
    const [place] = locate(text, [problem.pointer])
    return { problem: problem.message, index: (place?.key ?? place)?.start ?? 0 }
  } catch (error) {
    const message = (error as Error).message
    return { problem: `template is not JSON: ${message}`, index: Number(/position (\d+)/.exec(message)?.[1] ?? 0) }
  }
}

/** Maps an index of the template's text to the manifest, in which each line has the same additional indentation. */
function templateOffset(text: string, node: unknown, { index }: { problem: string; index: number }): number {
  const { range, value } = node as { range?: readonly number[]; value?: string }
  const start = range?.[0] ?? 0
  const before = (value ?? '').slice(0, Math.max(0, index))
  const line = before.split('\n').length
  const block = text.slice(start).split('\n')
  // The first line is "|"; the text begins on the next one.
  const offset = block.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0)
  const indent = /^ */.exec(block[line] ?? '')![0].length
  const ownIndent = /^ */.exec((value ?? '').split('\n')[line - 1] ?? '')![0].length
  return start + offset + Math.max(0, indent - ownIndent) + (before.length - before.lastIndexOf('\n') - 1)
}

const ofSystem = (system: string): Platform[] => PLATFORMS.filter((platform) => platform.startsWith(system))

function withDefaults(sources: ManifestSources): ManifestSources {
  const { homebrew, apt, scoop, folder } = sources
  return {
    ...sources,
    ...(homebrew && { homebrew: { ...homebrew, platforms: homebrew.platforms ?? ofSystem('darwin') } }),
    ...(apt && { apt: { ...apt, platforms: apt.platforms ?? ['linux-amd64' as const] } }),
    ...(scoop && {
      scoop: { ...scoop, bucket: scoop.bucket ?? 'Main', platforms: scoop.platforms ?? ['windows-amd64' as const] },
    }),
    ...(folder && { folder: { ...folder, platform: folder.platform ?? ('linux-amd64' as const) } }),
  }
}
