import {
  ARCHITECTURES,
  type Architecture,
  CLONE_NAMESPACES,
  ERRORS,
  FORBIDDEN_CALLS,
  FORBIDDEN_IOCTLS,
  SOCKET_FAMILIES,
  UNKNOWN_CALLS,
  WATCHED_CALLS,
} from './system-calls.js'

type Verdict = 'allow' | keyof typeof ERRORS

/** One instruction of classic BPF. A jump leads to a verdict or skips some instructions, by default none. */
interface Instruction {
  readonly code: number
  readonly value: number
  readonly yes?: Verdict | number
  readonly no?: Verdict | number
}

const LOAD = 0x20
const JUMP_IF_EQUAL = 0x15
const JUMP_IF_AT_LEAST = 0x35
const JUMP_IF_ANY_BIT = 0x45
const RETURN = 0x06

/** Offsets in `struct seccomp_data`, little-endian. */
const NUMBER = 0
const ARCHITECTURE = 4
const ARGUMENT = [16, 24] as const

/** System calls of the x32 ABI of x86-64 have this bit, and other numbers. */
const X32_BIT = 0x40000000

const RETURN_VALUES: Readonly<Record<Verdict, number>> = {
  allow: 0x7fff0000,
  EPERM: 0x00050000 | ERRORS.EPERM,
  ENOSYS: 0x00050000 | ERRORS.ENOSYS,
  EAFNOSUPPORT: 0x00050000 | ERRORS.EAFNOSUPPORT,
}

export function isFilterable(architecture: string): architecture is Architecture {
  return Object.hasOwn(ARCHITECTURES, architecture)
}

/** The system call filter as BPF code. For foreign architectures every call fails with ENOSYS. */
export function systemCallFilter(architecture: Architecture): Buffer {
  const column = architecture === 'x64' ? 0 : 1
  const numbers = (calls: Readonly<Record<string, readonly [number | null, number | null]>>) =>
    Object.values(calls).flatMap((call) => call[column] ?? [])

  const instructions: Instruction[] = [
    { code: LOAD, value: ARCHITECTURE },
    { code: JUMP_IF_EQUAL, value: ARCHITECTURES[architecture], no: 'ENOSYS' },
    { code: LOAD, value: NUMBER },
    { code: JUMP_IF_AT_LEAST, value: X32_BIT, yes: 'ENOSYS' },
    ...numbers(FORBIDDEN_CALLS).map((value): Instruction => ({ code: JUMP_IF_EQUAL, value, yes: 'EPERM' })),
    ...numbers(UNKNOWN_CALLS).map((value): Instruction => ({ code: JUMP_IF_EQUAL, value, yes: 'ENOSYS' })),
    ...onCall(WATCHED_CALLS.clone[column], [
      { code: LOAD, value: ARGUMENT[0] },
      { code: JUMP_IF_ANY_BIT, value: CLONE_NAMESPACES, yes: 'EPERM', no: 'allow' },
    ]),
    ...onCall(WATCHED_CALLS.ioctl[column], [
      { code: LOAD, value: ARGUMENT[1] },
      ...FORBIDDEN_IOCTLS.map((value): Instruction => ({ code: JUMP_IF_EQUAL, value, yes: 'EPERM' })),
      { code: JUMP_IF_AT_LEAST, value: 0, yes: 'allow' },
    ]),
    ...onCall(WATCHED_CALLS.socket[column], [
      { code: LOAD, value: ARGUMENT[0] },
      ...SOCKET_FAMILIES.map((value): Instruction => ({ code: JUMP_IF_EQUAL, value, yes: 'allow' })),
      { code: JUMP_IF_AT_LEAST, value: 0, yes: 'EAFNOSUPPORT' },
    ]),
  ]
  return assemble(instructions)
}

/** Instructions for one call; other calls skip them. */
function onCall(number: number, body: readonly Instruction[]): Instruction[] {
  return [{ code: JUMP_IF_EQUAL, value: number, no: body.length }, ...body]
}

/** Appends the verdicts, `allow` first as the fallthrough, and computes the jump distances to them. */
function assemble(tests: readonly Instruction[]): Buffer {
  const verdicts = Object.keys(RETURN_VALUES) as Verdict[]
  const ends = verdicts.map((verdict): Instruction => ({ code: RETURN, value: RETURN_VALUES[verdict] }))
  const instructions = [...tests, ...ends]
  const bytes = Buffer.alloc(instructions.length * 8)
  for (const [index, { code, value, yes = 0, no = 0 }] of instructions.entries()) {
    const wayTo = (goal: Verdict | number) =>
      typeof goal === 'number' ? goal : tests.length + verdicts.indexOf(goal) - index - 1
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(wayTo(yes), index * 8 + 2)
    bytes.writeUInt8(wayTo(no), index * 8 + 3)
    bytes.writeUInt32LE(value, index * 8 + 4)
  }
  return bytes
}
