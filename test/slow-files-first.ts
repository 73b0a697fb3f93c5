import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Without figures of an earlier run Vitest goes by the size of files, and one that takes half a minute may start last,
 * while the other worker has nothing left to do. A name that is missing here, or no longer slow, costs only time.
 */
const SLOW = [
  'agents-obey-the-hook',
  'agents-call-tools-over-mcp',
  'bridge-compiles-real-commands',
  'atip-lists-and-shows',
  'catalog-survives-kills',
  'agentify-real-programs',
  'scan-touches-nothing-else',
  'sandbox-ends-programs',
  'atip-describes-and-checks',
  'any-text',
  'any-script',
  'roff-reads-as-man-shows',
  'scan-survives-hostile-programs',
  'packages-work-alone',
  'documentation',
]

export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = SLOW.indexOf(basename(moduleId, '.test.ts'))
      return rank === -1 ? SLOW.length : rank
    }
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
