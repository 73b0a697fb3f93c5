/** A unit of work. The id is a hash of its input, so equal jobs have equal ids. */
export interface QueuedJob<Data> {
  id: string
  data: Data
}

/** The right to run a job for a limited time. */
export interface Lease<Data> extends QueuedJob<Data> {
  /** The number of earlier attempts. */
  attempts: number
  /** Unique to this lease. */
  token: string
}

export interface JobRefusal {
  reason: string
  /** Retry after this time. If absent, the job is set aside at once. */
  retryAfterMs?: number
}

export interface QueueCounts {
  waiting: number
  leased: number
  done: number
  poison: number
}

/** A queue that survives its workers. A worker that does not renew its lease loses the job to another. */
export interface Queue<Data, Result> {
  /** Adds a job unless it is known: waiting, leased, done or set aside. */
  enqueue(job: QueuedJob<Data>): Promise<boolean>
  lease(): Promise<Lease<Data> | undefined>
  /** False if the lease was lost. */
  renew(lease: Lease<Data>): Promise<boolean>
  /** Finishes a job with its result. False if the lease was lost; then the result does not count. */
  ack(lease: Lease<Data>, result: Result): Promise<boolean>
  /** Returns a job for a retry, or sets it aside with the reason. */
  nack(lease: Lease<Data>, refusal: JobRefusal): Promise<void>
  /** The final state of a job. */
  ending(id: string): Promise<JobEnding<Result> | undefined>
  /** Allows another attempt at a job that was set aside. */
  retry(id: string): Promise<void>
  /** The jobs that were set aside, and why. */
  poison(): Promise<(QueuedJob<Data> & { reason: string })[]>
  counts(): Promise<QueueCounts>
  readonly leaseMs: number
  close(): Promise<void>
}

export type JobEnding<Result> = { ok: true; result: Result } | { ok: false; reason: string }

export interface QueueSettings {
  /** How long a lease lasts without renewal. */
  leaseMs: number
  /** The maximum number of attempts. */
  attempts: number
}

export const QUEUE_SETTINGS: QueueSettings = { leaseMs: 60_000, attempts: 4 }
