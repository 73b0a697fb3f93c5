import { readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that start programs come first: a worker grows as it computes, and a large process takes long to start another.
 * Then property tests, so that none of them runs alone at the end while the other worker is idle. Within each group,
 * Vitest orders by the times of an earlier run, or else by file size.
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
