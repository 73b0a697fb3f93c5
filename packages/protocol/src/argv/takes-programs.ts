import type { Command } from '../types/tool.js'
import type { ValueMeaning } from '../types/x-atip.js'
import { parameterRules } from './statements.js'

/**
 * Whether the operands or the input of a command are other programs, code or hosts, as with `sudo`, `sh`, `xargs` and `ssh`:
 * the name of such a command says little about what a call does.
 */
export function takesPrograms({ arguments: operands = [], 'x-atip': extension }: Command): boolean {
  const readsPrograms = [extension?.stdin ?? []].flat().some(({ kind }) => kind === 'code' || kind === 'arguments')
  return readsPrograms || operands.flatMap(parameterRules).some(({ value }) => value !== undefined && names(value))
}

function names(value: ValueMeaning): boolean {
  const isExecuted = value.kind === 'path' && value.access.includes('execute')
  return isExecuted || value.kind === 'command' || value.kind === 'code' || value.kind === 'host'
}
