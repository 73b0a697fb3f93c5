import { InMemoryServerEventBus, UriTemplate, type ServerEventBus } from '@modelcontextprotocol/server'
import type { Resources } from './resources.js'

/** Calls `changed` when a watchable resource changes, until the returned function is called. */
export function watchResources(resources: Resources, changed: (uri: string) => void): () => void {
  const stops = Object.entries(resources)
    // The URIs of a template are unknown until one is requested.
    .filter(([uri]) => !UriTemplate.isTemplate(uri))
    .flatMap(([uri, { watch }]) => (watch === undefined ? [] : [watch(() => changed(uri))]))
  return () => {
    for (const stop of stops) stop()
  }
}

/** Notifies HTTP clients; resources are watched as long as a client listens. */
export function watchedBus(resources: Resources): ServerEventBus {
  const bus = new InMemoryServerEventBus()
  let listeners = 0
  let stop = () => {}
  return {
    publish: (event) => bus.publish(event),
    subscribe(listener) {
      if (listeners++ === 0) stop = watchResources(resources, (uri) => bus.publish({ kind: 'resource_updated', uri }))
      const leave = bus.subscribe(listener)
      return () => {
        leave()
        if (--listeners === 0) stop()
      }
    },
  }
}
