/** RFC Appendix A: the functions that read files and use the network. They need the package `@atip/trust`, and Node. */
export {
  fetchAndVerifyProvenance,
  verifyBinaryIntegrity,
  verifyCosignSignature,
  verifyShimSignature,
  verifyTool,
  type HashClaims,
  type ProvenanceOptions,
  type ToolTrust,
  type TrustSettings,
  type VerifyToolOptions,
} from '@atip/trust'
