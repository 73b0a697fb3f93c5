/** A unit of work. Jobs with the same id are the same job: the id is a hash of what the job is about. */
export interface QueuedJob<Data> {
  id: string
  data: Data
}

/** The right to do a job, for a while. */
export interface Lease<Data> extends QueuedJob<Data> {
  /** How often it was tried before. */
  attempts: number
  /** Belongs to this lease alone. */
  token: string
}

export interface JobRefusal {
  reason: string
  /** Trying again may help, after this time. Absent: it is set aside at once. */
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
  /** Adds a job, unless it is known: waiting, leased, done or set aside. */
  enqueue(job: QueuedJob<Data>): Promise<boolean>
  lease(): Promise<Lease<Data> | undefined>
  /** False if the lease was lost meanwhile. */
  renew(lease: Lease<Data>): Promise<boolean>
  /** Ends a job with its result. False if the lease was lost: then the result does not count. */
  ack(lease: Lease<Data>, result: Result): Promise<boolean>
  /** Gives a job back, to be tried again, or sets it aside with its reason. */
  nack(lease: Lease<Data>, refusal: JobRefusal): Promise<void>
  /** How a job ended. */
  ending(id: string): Promise<JobEnding<Result> | undefined>
  /** Lets a job that was set aside be tried again. */
  retry(id: string): Promise<void>
  /** The jobs that were set aside, and why. */
  poison(): Promise<(QueuedJob<Data> & { reason: string })[]>
  counts(): Promise<QueueCounts>
  readonly leaseMs: number
  close(): Promise<void>
}

export type JobEnding<Result> = { ok: true; result: Result } | { ok: false; reason: string }

export interface QueueSettings {
  /** How long a lease holds without being renewed. */
  leaseMs: number
  /** How often a job is tried. */
  attempts: number
}

export const QUEUE_SETTINGS: QueueSettings = { leaseMs: 60_000, attempts: 4 }
