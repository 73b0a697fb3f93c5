import { basename, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Of those that start programs, the slowest; of the others, those that compute longest. */
const SLOW_PROGRAMS = [
  'agents-obey-the-hook',
  'catalog-survives-kills',
  'agentify-real-programs',
  'atip-lists-and-shows',
  'mcp-passes-the-official-suites',
  'scan-touches-nothing-else',
  'scan-survives-hostile-programs',
  'atip-describes-and-checks',
  'sandbox-ends-programs',
]
const SLOW_COMPUTATIONS = [
  'bridge-compiles-real-commands',
  'any-script',
  'any-text',
  'rewrites',
  'any-page',
  'hostile-input',
  'bridge-brings-every-value-home',
]

/**
 * What starts programs comes first: a worker grows with what it computes, and a large process takes long to start
 * another. Within each kind the slow ones lead, because without figures of an earlier run Vitest goes by the size of
 * files, and one that takes half a minute may start last, while the other worker has nothing left to do. A name that is
 * missing here, or no longer slow, costs only time.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const name = basename(moduleId, '.test.ts')
  const startsPrograms = !moduleId.includes(`${sep}packages${sep}`) && !SLOW_COMPUTATIONS.includes(name)
  const slow = startsPrograms ? SLOW_PROGRAMS : SLOW_COMPUTATIONS
  const place = slow.indexOf(name)
  return (startsPrograms ? 0 : 100) + (place === -1 ? slow.length : place)
}
