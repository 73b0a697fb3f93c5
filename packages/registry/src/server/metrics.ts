/** Counters since the start of a server, in the text format of Prometheus. */
export interface ServerMetrics {
  count(status: number, bytes: number): void
  text(gauges: { queued: number }): string
}

export function createMetrics(): ServerMetrics {
  const requests = new Map<number, number>()
  let sent = 0
  return {
    count(status, bytes) {
      requests.set(status, (requests.get(status) ?? 0) + 1)
      sent += bytes
    },
    text({ queued }) {
      const lines = [...requests]
        .sort()
        .map(([status, count]) => `atip_registry_requests_total{status="${status}"} ${count}`)
      return [
        '# TYPE atip_registry_requests_total counter',
        ...lines,
        '# TYPE atip_registry_sent_bytes_total counter',
        `atip_registry_sent_bytes_total ${sent}`,
        '# TYPE atip_registry_queued_submissions gauge',
        `atip_registry_queued_submissions ${queued}`,
        '',
      ].join('\n')
    },
  }
}
