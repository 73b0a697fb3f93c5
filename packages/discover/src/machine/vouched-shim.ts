import type { CatalogProgram } from '../types.js'
import type { Machine } from './machine.js'
import { storedLayers } from './stored-layers.js'

/** What the signature of a registry's shim says about its program. */
export interface VouchedShim {
  /** The signer, if people have reviewed the shim. */
  signer?: string
  /** It is signed by the organisation. An approval is about the program, whatever the quality of its description. */
  isApproval: boolean
}

/**
 * The shim of a registry for exactly these bytes and this name, whose signer was verified and is still accepted. The
 * user's own descriptions do not matter here.
 */
export function vouchedShim(machine: Machine, program: CatalogProgram): VouchedShim | undefined {
  const { signer, isTrusted, isOrganisation } = storedLayers(machine, program).record ?? {}
  if (signer === undefined) return undefined
  return { ...(isTrusted === true && { signer: signer.identity }), isApproval: isOrganisation === true }
}
