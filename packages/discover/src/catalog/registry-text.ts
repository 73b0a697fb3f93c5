import type { Registry } from '../types.js'
import { packed } from './packed.js'

/** Who wrote a registry (RFC 4.3). */
export interface Agent {
  name: string
  version: string
}

/** Where the tools stand in a file that is as we wrote it: one on each line, sorted by the bytes of the line. */
export interface Lines {
  from: number
  to: number
}

/**
 * A registry as JSON that can be searched without being parsed (`lookup.ts`). The head says where the lines are, how large
 * the file is and which time it bears, so that it shows if somebody else has had it in their hands since; what they added
 * to the head stands behind the tools.
 */
export function registryText({ updated, tools, extra = {} }: Registry, agent: Agent, time: number): string {
  const lines = inOrder(Object.keys(tools)).map(
    (name) => `${JSON.stringify(name)}:${JSON.stringify(packed(tools[name]!))}`,
  )
  const block = lines.join(',\n')
  const more = Object.entries(extra).filter(([key, value]) => !OURS.has(key) && value !== undefined)
  const tail = `\n}${more.map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`).join('')}}\n`
  const rest = `"updated":${JSON.stringify(updated)},"agent":${JSON.stringify(agent)},"tools":{\n`
  const stamp = (from: number, to: number, size: number) =>
    `{"version":"2","x-atip":{"lines":{"from":${wide(from)},"to":${wide(to)},"size":${wide(size)},"time":${wide(time)}}},`
  const from = stamp(0, 0, 0).length + Buffer.byteLength(rest)
  const to = from + Buffer.byteLength(block)
  return [stamp(from, to, to + Buffer.byteLength(tail)), rest, block, tail].join('')
}

/**
 * The time that a file bears which is written now: one that every file system can keep, and that lies before every time
 * at which somebody may change the file after us.
 */
export function timeToBear(now: number): number {
  return Math.floor(now / 2_000) * 2_000 - 2_000
}

/** Fields of the head that are written anew each time. */
export const OURS: ReadonlySet<string> = new Set(['version', 'updated', 'agent', 'tools', 'x-atip'])

/** Numbers of one width, so that the head has one length. */
const wide = (number: number) => String(number).padStart(15)

const STAMP =
  /^\{"version":"2","x-atip":\{"lines":\{"from": *(\d+),"to": *(\d+),"size": *(\d+),"time": *(\d+)\}\},"updated":/

/** More than a stamp has. */
export const STAMP_LENGTH = 200

/** Undefined if the file is not as we wrote it, and must be read as any JSON. */
export function linesIn(head: Buffer, { size, modified }: { size: number; modified: number }): Lines | undefined {
  const [from, to, expectedSize, time] = (STAMP.exec(head.toString('latin1')) ?? []).slice(1).map(Number)
  if (from === undefined || to === undefined || time === undefined || expectedSize !== size) return undefined
  return modified === time && from <= to && to <= size ? { from, to } : undefined
}

/** Names by the bytes of their JSON text. */
export function inOrder(names: string[]): string[] {
  const texts = names.map((name) => JSON.stringify(name))
  // Strings compare by UTF-16 units, which is the order of the bytes unless there are surrogate pairs.
  const order = texts.some((text) => SURROGATES.test(text)) ? byBytes(texts) : texts.sort()
  return order.map((text) => JSON.parse(text) as string)
}

const SURROGATES = /[\ud800-\udfff]/

function byBytes(texts: string[]): string[] {
  return texts
    .map((text) => Buffer.from(text))
    .sort((a, b) => Buffer.compare(a, b))
    .map(String)
}
