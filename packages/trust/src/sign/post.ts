import { readJson } from '../files/read-json.js'
import { excerpt, request, type HttpAnswer } from '../http/request.js'
import { SigningError } from './signing-error.js'

/** Sends JSON to a service. `what` names the service in errors. */
export async function post(what: string, url: string, body: unknown, headers: Record<string, string> = {}) {
  return answered(what, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function answered(what: string, url: string, init: RequestInit): Promise<HttpAnswer> {
  try {
    return await request(url, init)
  } catch (error) {
    throw new SigningError('SERVICE', `${what} did not answer: ${(error as Error).message}`, { cause: error })
  }
}

/** The object in a successful response. */
export function objectIn(what: string, answer: HttpAnswer): Record<string, unknown> {
  requireSuccess(what, answer)
  try {
    return readJson(answer.bytes, `the answer of ${what}`)
  } catch (error) {
    throw new SigningError('SERVICE', (error as Error).message, { cause: error })
  }
}

export function requireSuccess(what: string, answer: HttpAnswer): void {
  if (answer.status >= 200 && answer.status < 300) return
  throw new SigningError('SERVICE', `${what} refused with status ${answer.status}: ${excerpt(answer)}`)
}

export const join = (base: string, path: string): string => `${base.replace(/\/+$/, '')}${path}`
