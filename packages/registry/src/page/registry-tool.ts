import { readTool, type AtipTool, type TrustSource } from '@atip/protocol'
import { diff } from '@atip/protocol/diff'
import type { CatalogLine, CatalogTool } from '../format/catalog.js'
import type { PageBuild } from './page-build.js'
import type { PageVersion, ToolPage, TrustStatement, VersionChanges } from './tool-page.js'

/** The number of versions compared; a tool may have hundreds. */
const MOST_COMPARED = 10
const MOST_EFFECTS = 40

/** The page of a name in a registry. Undefined if there is nothing to show. */
export function registryTool({ name, shims }: CatalogTool, { shim }: Pick<PageBuild, 'shim'>): ToolPage | undefined {
  // Shims with this name come before those with this alias.
  const own = shims.filter((line) => line.name === name)
  const lines = [...(own.length > 0 ? own : shims)].reverse()
  const newest = lines[0]
  const read = (line: CatalogLine) => {
    const reading = readTool(shim(line.hash))
    return reading.ok ? { ...reading.tool, name } : undefined
  }
  const tool = newest && read(newest)
  if (newest === undefined || tool === undefined) return undefined
  const sameAs = [...new Set(lines.flatMap((line) => [line.name, ...(line.aliases ?? [])]))].filter(
    (one) => one !== name,
  )
  return {
    name,
    tool,
    trust: trustOf(newest),
    versions: lines.map(versionOf),
    changes: changesOf(lines, tool, read),
    ...(sameAs.length > 0 && { sameAs }),
  }
}

function versionOf({ version = '', platform = '', hash, source, signed, signer }: CatalogLine): PageVersion {
  const json = `shims/sha256/${hash.slice('sha256:'.length)}.json`
  return { version, platform, hash, source, isSigned: signed, ...(signer !== undefined && { signer }), json }
}

const SOURCES: Readonly<Record<TrustSource, string>> = {
  native: 'The tool describes itself.',
  vendor: 'Its vendor describes it.',
  org: 'People of the organisation reviewed this description.',
  community: 'People reviewed this description.',
  user: 'A user wrote this description.',
  inferred: 'A program made this description from texts about the tool. No person reviewed it.',
}

function trustOf({ source, signed, signer }: CatalogLine): TrustStatement[] {
  const reviewed: TrustStatement = { kind: 'neutral', title: titleOf(source), text: SOURCES[source] }
  if (!signed) {
    const text = 'On a machine it can add warnings, and never makes a call look safer.'
    return [
      { ...reviewed, kind: source === 'inferred' ? 'warning' : 'neutral' },
      { kind: 'warning', title: 'Not signed', text },
    ]
  }
  const who = signer === undefined ? 'Signed when this registry was built' : `Signed by ${signer}`
  const text =
    'This page cannot prove it. atip verifies the signature on your machine, against the signers that you chose.'
  return [reviewed, { kind: 'good', title: who, text }]
}

const titleOf = (source: TrustSource) => source.charAt(0).toUpperCase() + source.slice(1)

/** Changes from each version to the next. If there are several platforms, on that of the newest version. */
function changesOf(
  lines: readonly CatalogLine[],
  newest: AtipTool,
  read: (line: CatalogLine) => AtipTool | undefined,
): VersionChanges[] {
  const { platform } = lines[0]!
  const versions = new Map<string, CatalogLine>()
  for (const line of lines) {
    const { version = '' } = line
    const known = versions.get(version)
    if (known === undefined || (known.platform !== platform && line.platform === platform)) versions.set(version, line)
  }
  const chosen = [...versions.values()].slice(0, MOST_COMPARED)
  const found: VersionChanges[] = []
  let after: AtipTool | undefined = newest
  for (const [index, line] of chosen.entries()) {
    const older = chosen[index + 1]
    const before = older && read(older)
    if (older !== undefined && before !== undefined && after !== undefined) {
      found.push(changesBetween(older.version ?? '', before, line.version ?? '', after))
    }
    after = before
  }
  return found
}

function changesBetween(from: string, before: AtipTool, to: string, after: AtipTool): VersionChanges {
  const all = diff(before, after)
  const effects = all.filter(({ kind }) => kind === 'danger' || kind === 'effect')
  return {
    from: from || 'not known',
    to: to || 'not known',
    effects: effects.slice(0, MOST_EFFECTS).map(({ kind, message }) => ({ isWorse: kind === 'danger', text: message })),
    breaking: all.filter(({ kind }) => kind === 'breaking').length,
    compatible: all.filter(({ kind }) => kind === 'compatible').length,
    omitted: Math.max(0, effects.length - MOST_EFFECTS),
  }
}
