import type { Registry } from '../types.js'
import { packed } from './packed.js'

/** The program that wrote a registry (RFC 4.3). */
export interface Agent {
  name: string
  version: string
}

/** The byte range of the tools in a file that atip wrote: one tool per line, sorted by bytes. */
export interface Lines {
  from: number
  to: number
}

/**
 * A registry as JSON that can be searched without being parsed (`lookup.ts`). The head states the range of the lines,
 * the file's size and its modification time, which reveals edits; keys that other programs added to the head go after
 * the tools.
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
 * The modification time for a file written now: one that every file system can store, and earlier than any later edit.
 */
export function timeToBear(now: number): number {
  return Math.floor(now / 2_000) * 2_000 - 2_000
}

/** Fields of the head that are always rewritten. */
export const OURS: ReadonlySet<string> = new Set(['version', 'updated', 'agent', 'tools', 'x-atip'])

/** Numbers of fixed width, so that the head has a fixed length. */
const wide = (number: number) => String(number).padStart(15)

const STAMP =
  /^\{"version":"2","x-atip":\{"lines":\{"from": *(\d+),"to": *(\d+),"size": *(\d+),"time": *(\d+)\}\},"updated":/

/** Longer than any stamp. */
export const STAMP_LENGTH = 200

/** Undefined if another program changed the file: then it must be read like any JSON. */
export function linesIn(head: Buffer, { size, modified }: { size: number; modified: number }): Lines | undefined {
  const [from, to, expectedSize, time] = (STAMP.exec(head.toString('latin1')) ?? []).slice(1).map(Number)
  if (from === undefined || to === undefined || time === undefined || expectedSize !== size) return undefined
  return modified === time && from <= to && to <= size ? { from, to } : undefined
}

/** Sorts names by the bytes of their JSON text. */
export function inOrder(names: string[]): string[] {
  const texts = names.map((name) => JSON.stringify(name))
  // Strings compare by UTF-16 units, which equals byte order unless there are surrogate pairs.
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
