import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { systemCallFilter } from './filter.js'
import { FORBIDDEN_CALLS, UNKNOWN_CALLS, WATCHED_CALLS } from './system-calls.js'

const ALLOW = 0x7fff0000
const EPERM = 0x50001
const ENOSYS = 0x50026
const EAFNOSUPPORT = 0x50061

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 }
const FOREIGN = 0x40000003

/** Interprets a filter as the kernel would, with the five BPF instructions that it uses. */
function decide(filter: Buffer, call: { arch: number; number: number; args?: number[] }): number {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(call.number, 0)
  data.writeUInt32LE(call.arch, 4)
  for (const [index, value] of (call.args ?? []).entries()) data.writeBigUInt64LE(BigInt(value), 16 + index * 8)
  let accumulator = 0
  for (let at = 0; at < filter.length / 8; at++) {
    const code = filter.readUInt16LE(at * 8)
    const value = filter.readUInt32LE(at * 8 + 4)
    if (code === 0x06) return value
    if (code === 0x20) accumulator = data.readUInt32LE(value)
    else {
      const holds = { 0x15: accumulator === value, 0x35: accumulator >= value, 0x45: (accumulator & value) !== 0 }[code]
      if (holds === undefined) throw new Error(`unknown instruction ${code}`)
      at += filter.readUInt8(at * 8 + (holds ? 2 : 3))
    }
  }
  throw new Error('the filter has no end')
}

describe.each([
  ['x64', 0],
  ['arm64', 1],
] as const)('the filter for %s', (architecture, column) => {
  const filter = systemCallFilter(architecture)
  const arch = AUDIT[architecture]

  test('forbids what it names, and lets through the rest', () => {
    const forbidden = new Set(Object.values(FORBIDDEN_CALLS).map((numbers) => numbers[column]))
    const unknown = new Set(Object.values(UNKNOWN_CALLS).map((numbers) => numbers[column]))
    const watched = new Set<number>(Object.values(WATCHED_CALLS).map((numbers) => numbers[column]))
    for (let number = 0; number < 500; number++) {
      if (watched.has(number)) continue
      const expected = forbidden.has(number) ? EPERM : unknown.has(number) ? ENOSYS : ALLOW
      expect(decide(filter, { arch, number }), `call ${number}`).toBe(expected)
    }
  })

  test('knows no calls of another architecture', () => {
    expect(decide(filter, { arch: FOREIGN, number: 1 })).toBe(ENOSYS)
    expect(decide(filter, { arch, number: 0x40000001 })).toBe(ENOSYS)
  })

  test('lets processes be started, but no namespaces', () => {
    const number = WATCHED_CALLS.clone[column]
    expect(decide(filter, { arch, number, args: [0x003d0f00] })).toBe(ALLOW)
    for (const flag of [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(decide(filter, { arch, number, args: [flag + 17] })).toBe(EPERM)
    }
  })

  test('lets terminals be asked, but not typed into', () => {
    const number = WATCHED_CALLS.ioctl[column]
    expect(decide(filter, { arch, number, args: [0, 0x5401] })).toBe(ALLOW)
    expect(decide(filter, { arch, number, args: [0, 0x5412] })).toBe(EPERM)
    // The kernel only uses the lower half of the argument, so the filter must do the same.
    expect(decide(filter, { arch, number, args: [0, 2 ** 32 + 0x5412] })).toBe(EPERM)
  })

  test('lets ordinary sockets be made, but none to the host of a virtual machine', () => {
    const number = WATCHED_CALLS.socket[column]
    for (const family of [1, 2, 10, 16]) expect(decide(filter, { arch, number, args: [family] })).toBe(ALLOW)
    for (const family of [17, 38, 40, 31]) expect(decide(filter, { arch, number, args: [family] })).toBe(EAFNOSUPPORT)
  })
})

const HEADERS = [
  ['x64', 0, '/usr/include/x86_64-linux-gnu/asm/unistd_64.h'],
  ['arm64', 1, '/usr/include/asm-generic/unistd.h'],
] as const

test.each(HEADERS.filter(([, , file]) => existsSync(file)))(
  'the numbers for %s are those of the headers',
  (_, column, file) => {
    const header = readFileSync(file, 'utf8')
    const known = new Map(
      [...header.matchAll(/#define __NR\w*?_(\w+)\s+(\d+)/g)].map(([, name, n]) => [name, Number(n)]),
    )
    const calls = { ...FORBIDDEN_CALLS, ...UNKNOWN_CALLS, ...WATCHED_CALLS }
    for (const [name, numbers] of Object.entries(calls)) {
      expect([name, numbers[column]]).toEqual([name, known.get(name) ?? null])
    }
  },
)
