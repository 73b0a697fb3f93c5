import { compileSchema, type SchemaCheck } from '../tool/check-schema.js'
import type { PrimeAnswer } from './prime.js'

const texts = { type: 'array', items: { type: 'string' } }
const object = { type: 'object' }

/** The response schema of the Prime RFC, 8.2. */
const RESPONSE = {
  type: 'object',
  required: ['version', 'session', 'usageDirectives'],
  properties: {
    version: { type: 'string' },
    toolName: { type: 'string' },
    session: {
      type: 'object',
      required: ['sessionId'],
      properties: { sessionId: { type: 'string' }, expiresAt: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT' } },
      additionalProperties: false,
    },
    usageDirectives: {
      type: 'object',
      properties: { primaryIntents: texts, do: texts, dont: texts },
      additionalProperties: false,
    },
    capabilities: object,
    rateLimits: {
      type: 'object',
      properties: { requestsPerMinute: { type: 'number' }, burst: { type: 'number' } },
    },
    schema: { type: 'object', properties: { preferredCommands: texts, deprecatedCommands: texts } },
    examples: {
      type: 'array',
      items: {
        type: 'object',
        required: ['description', 'sequence'],
        properties: { description: { type: 'string' }, sequence: texts },
        additionalProperties: false,
      },
    },
    breakingChangeSince: { type: 'string' },
    minAgentVersion: { type: 'string' },
  },
  additionalProperties: false,
}

let check: SchemaCheck | undefined

export function problemsOfResponse(response: unknown): string[] {
  check ??= compileSchema(RESPONSE, 'the schema of prime responses')
  const problems = check(response)
  if (problems.length > 0) return problems
  const { expiresAt } = (response as PrimeAnswer).session
  const isTime = expiresAt === undefined || !Number.isNaN(Date.parse(expiresAt))
  return isTime ? [] : ['/session/expiresAt must be a date and a time']
}
