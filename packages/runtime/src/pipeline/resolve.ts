import { closest } from '@atip/protocol'
import { CallEnded } from '../state/ending.js'
import { namesOf } from '../surface/catalog.js'
import type { Invocation } from './invocation.js'

/** Finds the tool, but only among those that the model was shown. */
export function resolve(call: Invocation): void {
  const { name } = call.call
  const found = call.surface.find(name)
  switch (found.kind) {
    case 'unknown': {
      const likely = closest(name, call.surface.loaded.flatMap(namesOf))
      const advice = likely === undefined ? '' : `; did you mean ${JSON.stringify(likely)}?`
      throw new CallEnded('unknown_tool', `There is no tool ${JSON.stringify(name)}${advice}`)
    }
    case 'deferred': {
      const hint = `select:${found.tool.name}`
      throw new CallEnded('schema_not_loaded', `The schema of this tool is not loaded. Search for ${hint} first.`)
    }
    case 'blocked':
      call.tool = found.tool
      throw new CallEnded(
        'blocked_tool',
        `${found.tool.name} is blocked (${found.block.reason}): ${found.block.message}.`,
      )
    case 'loaded':
      call.tool = found.tool
      call.advance('selected')
      call.emit('tool.invocation.selected', { native_call_id: call.call.id })
  }
}
