import { isObject } from '@atip/protocol'
import type { ClientCapabilities } from '@modelcontextprotocol/server'
import { clientCannot } from '../call/client.js'
import type { Client, ClientAbility, Elicited, Sampled } from '../define/client.js'
import { check } from '../schema/check.js'
import type { Form } from '../schema/form.js'
import type { Ask } from './open-calls.js'

/** The client of a call, with the abilities that it declares. */
export function clientOf(ask: Ask, capabilities: ClientCapabilities): Client {
  const can = abilitiesOf(capabilities)
  const demand = (what: ClientAbility) => {
    if (!can[what]) throw clientCannot(what)
  }
  return {
    can,
    async elicit(name, { message, schema }) {
      demand('elicit')
      const params = { mode: 'form', message, requestedSchema: schema }
      const answer = (await ask(name, { method: 'elicitation/create', params }, isElicited(schema))) as Elicited
      return { action: answer.action, content: answer.content ?? {} }
    },
    async sample(name, request) {
      demand('sample')
      return (await ask(name, { method: 'sampling/createMessage', params: { ...request } }, isSampled)) as Sampled
    },
    async roots(name) {
      demand('roots')
      const answer = await ask(name, { method: 'roots/list', params: {} }, isRoots)
      return (answer as { roots: { uri: string; name?: string }[] }).roots
    },
  }
}

/** A client that declares no mode of elicitation can show forms. */
function abilitiesOf({ elicitation, sampling, roots }: ClientCapabilities): Client['can'] {
  const isFormless = elicitation?.url !== undefined && elicitation.form === undefined
  return {
    elicit: elicitation !== undefined && !isFormless,
    sample: sampling !== undefined,
    roots: roots !== undefined,
  }
}

function isElicited(schema: object) {
  return (answer: unknown): boolean => {
    if (!isObject(answer)) return false
    if (answer.action === 'decline' || answer.action === 'cancel') return true
    return answer.action === 'accept' && check(schema as Form, answer.content ?? {}).issues.length === 0
  }
}

function isSampled(answer: unknown): boolean {
  return isObject(answer) && typeof answer.role === 'string' && 'content' in answer
}

function isRoots(answer: unknown): boolean {
  const isRoot = (root: unknown) => isObject(root) && typeof root.uri === 'string'
  return isObject(answer) && Array.isArray(answer.roots) && answer.roots.every(isRoot)
}
