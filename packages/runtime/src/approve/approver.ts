/** A question to a person. The answer applies to exactly this input, under these policies. */
export interface ApprovalRequest {
  approval_id: string
  invocation_id: string
  tool_id: string
  tool_name: string
  /** The arguments, without the values of sensitive fields. */
  input: unknown
  input_digest: string
  policy_epoch: number
  /** Why approval is needed. */
  reason: string
  created_at: string
  expires_at: string
  /** The shell line, for a tool that runs commands. */
  line?: string
}

export interface ApprovalReply {
  behavior: 'allow' | 'deny'
  /** Replaces the whole input. It is checked again, and deny rules still apply. */
  updatedInput?: unknown
  /** A text for the model. */
  feedback?: string
  /** The digest of the answered request. If present, it must match. */
  input_digest?: string
}

/** Asks a person. The signal is aborted when the answer is no longer needed. A failure is a denial. */
export type Approver = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalReply>
