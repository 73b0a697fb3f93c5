import { relative } from 'node:path'
import type { Sandbox } from '@atip/sandbox'

/** A sandbox that runs programs in their own root file system. Callers name programs by their path below `unpacked`. */
export function inRoot(sandbox: Sandbox, root: string, unpacked: string): Sandbox {
  return {
    ...sandbox,
    run: ([program = '', ...rest], options) => {
      const inside = program.startsWith('/') ? `/${relative(unpacked, program)}` : program
      return sandbox.run([inside, ...rest], { ...options, root })
    },
  }
}
