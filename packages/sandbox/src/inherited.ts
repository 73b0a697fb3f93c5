import { readdirSync, readFileSync } from 'node:fs'

const CLOSE_ON_EXEC = 0o2000000

/**
 * Descriptors that we inherited and that every process we start would inherit too: our parent may have left open a log,
 * a socket or a file with secrets. Node opens its own with close-on-exec.
 */
export function inheritedDescriptors(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isPassedOn(descriptor))
}

function isPassedOn(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))
    return flags !== null && (Number.parseInt(flags[1]!, 8) & CLOSE_ON_EXEC) === 0
  } catch {
    // It was the descriptor used to read the folder, which is closed now.
    return false
  }
}
