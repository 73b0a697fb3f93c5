import { randomUUID } from 'node:crypto'
import { SCHEMA_VERSION, type EventType } from '../records/vocabulary.js'

/** A CloudEvents 1.0 envelope; further fields of the Agent Tool draft are in `data`. */
export interface RuntimeEvent {
  specversion: '1.0'
  id: string
  type: EventType
  source: string
  time: string
  datacontenttype: 'application/json'
  /** The invocation. */
  subject?: string
  /** Twelve digits, so that the text sorts like the number. */
  sequence: string
  invocationid?: string
  toolid?: string
  traceparent?: string
  data: { schema_version: string; [more: string]: unknown }
}

/** The invocation that an event is about. */
export interface EventSubject {
  id: string
  toolId: string
  traceparent?: string | undefined
}

export function createEvent(
  type: EventType,
  stream: { source: string; sequence: number; time: string },
  subject: EventSubject | undefined,
  data: Record<string, unknown>,
): RuntimeEvent {
  return {
    specversion: '1.0',
    id: randomUUID(),
    type,
    source: stream.source,
    time: stream.time,
    datacontenttype: 'application/json',
    sequence: String(stream.sequence).padStart(12, '0'),
    ...(subject && { subject: subject.id, invocationid: subject.id, toolid: subject.toolId || 'none' }),
    ...(subject?.traceparent !== undefined && { traceparent: subject.traceparent }),
    data: { schema_version: SCHEMA_VERSION, ...data },
  }
}

/** Converts the event to the draft's own record, which is not a CloudEvent. */
export function toEventRecord(event: RuntimeEvent) {
  const { id, type, source, time, subject, invocationid, toolid, traceparent, data } = event
  return {
    schema_version: SCHEMA_VERSION,
    event_id: id,
    event_type: type,
    source,
    time,
    ...(subject !== undefined && { subject }),
    ...(invocationid !== undefined && { invocation_id: invocationid }),
    ...(toolid !== undefined && { tool_id: toolid }),
    ...(traceparent !== undefined && { trace_refs: [traceparent] }),
    data,
  }
}
