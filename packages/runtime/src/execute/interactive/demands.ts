import type { Effects } from '@atip/protocol'

/** How an interactive call runs: with the given input, on a terminal, or not at all. */
export type Interaction =
  | { kind: 'input'; stdin?: Uint8Array }
  | { kind: 'terminal' }
  | { kind: 'refused'; reason: string }

export function interactionOf(
  { interactive }: Effects,
  stdin: Uint8Array | undefined,
  hasTerminal: boolean,
): Interaction {
  const { stdin: use, tty, prompts } = interactive ?? {}
  if (use === 'password') return { kind: 'refused', reason: 'it asks for a password' }
  if (tty === true || (prompts === true && stdin === undefined)) {
    return hasTerminal ? { kind: 'terminal' } : { kind: 'refused', reason: 'it needs a terminal' }
  }
  if (use === 'required' && stdin === undefined) return { kind: 'refused', reason: 'it needs input on stdin' }
  return { kind: 'input', ...(stdin !== undefined && { stdin }) }
}
