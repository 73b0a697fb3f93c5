import { closureText } from '@atip/protocol'
import type { Hash, FileIdentity, ProgramFile } from '../types.js'
import type { Breath } from './file/breath.js'
import { openExaminer, type FileFacts, type ReadOptions, type Refusal } from './file/examine.js'
import { identityAt } from './file/identity.js'
import type { ScanLimits } from './file/limits.js'
import { follow, type Follower } from './script/follow.js'
import type { ScriptEnvironment } from './script/machine.js'

/** Reads programs. A file that several of them launch is read once. */
export interface ProgramReader {
  read(path: string, accept?: ReadOptions['accept']): Promise<ReadProgram | Refusal>
  readonly files: number
  readonly bytes: number
}

export interface ReadProgram {
  file: ProgramFile
  /** The limit that cut reading short, in words. */
  cut?: string
}

export async function openProgramReader(
  limits: ScanLimits,
  machine: ScriptEnvironment,
  breath: Breath,
): Promise<ProgramReader> {
  const { createHash } = await import('node:crypto')
  const examiner = await openExaminer(limits, breath)
  const before = new Map<FileIdentity, FileFacts>()
  const wrapped: Follower['wrapped'] = new Map()

  /** Reads a file unless the same bytes were read before, even under another name. Texts are not remembered. */
  async function readOnce(path: string, options: ReadOptions = {}): Promise<FileFacts | Refusal> {
    const known = before.get(identityAt(path))
    const needsText = options.text === 'of any' || (options.text === 'of script' && known?.isScript)
    if (known !== undefined && !needsText) return known
    const facts = await examiner.read(path, options)
    if (!('reason' in facts)) before.set(facts.identity, { ...facts, text: undefined })
    return facts
  }

  const sha256 = (text: string): Hash => `sha256:${createHash('sha256').update(text).digest('hex')}`

  async function asScript(path: string, facts: FileFacts, text: string): Promise<ReadProgram> {
    const script = { path, text, identity: facts.identity }
    const followed = await follow(script, { machine, read: readOnce, limits, wrapped })
    const file: ProgramFile = {
      path,
      identity: facts.identity,
      hash: facts.hash,
      kind: 'script',
      // Only over contents, in the order in which the script names them, so that another installation has the same
      // hash.
      closure: sha256([facts.hash, ...followed.hashes].join('\n')),
      ...(followed.manifest && {
        packageClosure: sha256(closureText({ interpreter: 'node', entry: facts.hash, manifest: followed.manifest })),
      }),
      launches: followed.parts,
      mentionsAtip: facts.mentionsAtip || followed.mentionsAtip,
    }
    const limit = followed.cutBy ?? (facts.isCut ? 'bytesOfScript' : undefined)
    return limit === undefined ? { file } : { file, cut: cutBy(limit, limits) }
  }

  return {
    async read(path, accept) {
      const facts = await readOnce(path, { text: 'of script', accept })
      if ('reason' in facts) return facts
      if (facts.text !== undefined) return asScript(path, facts, facts.text)
      const { identity, hash, mentionsAtip } = facts
      return { file: { path, identity, hash, kind: 'binary', mentionsAtip } }
    },
    get files() {
      return examiner.files
    },
    get bytes() {
      return examiner.bytes
    },
  }
}

function cutBy(limit: 'launchedFiles' | 'dependencies' | 'bytesOfScript', limits: ScanLimits): string {
  const most = limits[limit].toLocaleString('en')
  const of = { launchedFiles: 'files', dependencies: 'dependencies', bytesOfScript: 'bytes' }[limit]
  return `is a script of which only ${most} ${of} were looked at for what it launches (limit ${limit})`
}
