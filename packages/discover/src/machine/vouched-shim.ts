import type { CatalogProgram } from '../types.js'
import type { Machine } from './machine.js'
import { storedLayers } from './stored-layers.js'

/** What the signature of a registry's shim says about the program that it is for. */
export interface VouchedShim {
  /** Who signed it, if people have reviewed it. */
  signer?: string
  /** It is of the organisation. An approval is about the program, however good its description is. */
  isApproval: boolean
}

/**
 * The shim of a registry for exactly these bytes, under this name, whose signer was verified and is still accepted. What the user
 * wrote about the program does not matter.
 */
export function vouchedShim(machine: Machine, program: CatalogProgram): VouchedShim | undefined {
  const { signer, isTrusted, isOrganisation } = storedLayers(machine, program).record ?? {}
  if (signer === undefined) return undefined
  return { ...(isTrusted === true && { signer: signer.identity }), isApproval: isOrganisation === true }
}
