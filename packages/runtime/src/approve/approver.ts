/** A question to a person. The answer is about exactly this input, under these policies. */
export interface ApprovalRequest {
  approval_id: string
  invocation_id: string
  tool_id: string
  tool_name: string
  /** The arguments, without the values of sensitive fields. */
  input: unknown
  input_digest: string
  policy_epoch: number
  /** Why this is asked. */
  reason: string
  created_at: string
  expires_at: string
  /** For a tool that runs commands. */
  line?: string
}

export interface ApprovalReply {
  behavior: 'allow' | 'deny'
  /** Replaces the whole input. It is checked again, and rules that deny still hold. */
  updatedInput?: unknown
  /** A text for the model. */
  feedback?: string
  /** Of the request that is answered. Where given, it must be the same. */
  input_digest?: string
}

/** Asks a person. The signal is aborted when the answer is no longer needed. A failure is a denial. */
export type Approver = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalReply>
