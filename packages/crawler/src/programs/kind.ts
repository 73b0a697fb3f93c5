import { closeSync, openSync, readSync } from 'node:fs'
import type { Platform } from '../manifest/types.js'

/** The type of a file by its first bytes. */
export type FileKind =
  | { is: 'binary'; platform: Platform | 'unknown' }
  | { is: 'script'; interpreter: string }
  | { is: 'other' }

const ELF_MACHINES: Record<number, Platform> = { 62: 'linux-amd64', 183: 'linux-arm64' }
const MACH_CPUS: Record<number, Platform> = { 0x01000007: 'darwin-amd64', 0x0100000c: 'darwin-arm64' }
const PE_MACHINES: Record<number, Platform> = { 0x8664: 'windows-amd64', 0xaa64: 'windows-arm64' }

export function kindOf(file: string): FileKind {
  const head = headOf(file)
  if (head.length >= 20 && head.readUInt32BE(0) === 0x7f454c46) {
    const machine = head[5] === 2 ? head.readUInt16BE(18) : head.readUInt16LE(18)
    return { is: 'binary', platform: ELF_MACHINES[machine] ?? 'unknown' }
  }
  if (head.length >= 8 && head.readUInt32LE(0) === 0xfeedfacf) {
    return { is: 'binary', platform: MACH_CPUS[head.readUInt32LE(4)] ?? 'unknown' }
  }
  // A universal binary for several architectures.
  if (head.length >= 8 && head.readUInt32BE(0) === 0xcafebabe) return { is: 'binary', platform: 'unknown' }
  if (head.length >= 64 && head.toString('latin1', 0, 2) === 'MZ') {
    const at = head.readUInt32LE(60)
    const isPe = at + 6 <= head.length && head.toString('latin1', at, at + 4) === 'PE\0\0'
    return { is: 'binary', platform: (isPe && PE_MACHINES[head.readUInt16LE(at + 4)]) || 'unknown' }
  }
  const interpreter = /^#!\s*(\S[^\n]{0,200})/.exec(head.toString('latin1', 0, 256))?.[1]
  return interpreter === undefined ? { is: 'other' } : { is: 'script', interpreter: interpreter.trim() }
}

function headOf(file: string): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const head = Buffer.alloc(1_024)
    return head.subarray(0, readSync(descriptor, head))
  } finally {
    closeSync(descriptor)
  }
}

/** The platform of this machine. */
export function hostPlatform(): Platform | undefined {
  const system = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[process.platform as string]
  const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  return system === undefined || architecture === undefined ? undefined : (`${system}-${architecture}` as Platform)
}
