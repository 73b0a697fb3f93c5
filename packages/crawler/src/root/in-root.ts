import { relative } from 'node:path'
import type { Sandbox } from '@atip/sandbox'

/** A sandbox whose programs run in a system of their own. They are named by where they lie unpacked, below `unpacked`. */
export function inRoot(sandbox: Sandbox, root: string, unpacked: string): Sandbox {
  return {
    ...sandbox,
    run: ([program = '', ...rest], options) => {
      const inside = program.startsWith('/') ? `/${relative(unpacked, program)}` : program
      return sandbox.run([inside, ...rest], { ...options, root })
    },
  }
}
