import { readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What starts programs comes first: a worker grows with what it computes, and a large process takes long to start another.
 * Then what checks properties, so that none of these computes alone at the end, while the other worker has nothing left to
 * do. Among each kind Vitest goes by the times of an earlier run, or else by the size of the files.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map(files.map((file) => [file, rankOf(file)]))
    return (await super.sort(files)).toSorted((one, other) => ranks.get(one)! - ranks.get(other)!)
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  if (/from '(?:fast-check|.*\/testing\/growth\.js)'/.test(readFileSync(moduleId, 'utf8'))) return 1
  return moduleId.includes(`${sep}packages${sep}`) ? 2 : 0
}
