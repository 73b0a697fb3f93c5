export interface Block {
  language: string
  line: number
  code: string
}
export function blocksOf(file: string): Block[]
export function isProgram(block: Block): boolean
export function runPrograms(
  blocks: readonly Block[],
  folder: string,
): { status: number | null; stderr: string; held: number; assertions: number }
export function runSessions(
  blocks: readonly Block[],
  folder: string,
  bin: string,
): { at: number; line: string; printed: string; expected: string }[]
