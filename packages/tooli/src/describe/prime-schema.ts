import type { Form } from '../schema/form.js'

/** Prime RFC 8.1, word for word. */
export const PRIME_REQUEST: Form = {
  $id: 'https://example.com/schemas/prime-request.json',
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'PrimeRequest',
  description: 'Input schema for the prime/bootstrapping command for tools.',
  type: 'object',
  properties: {
    agentId: { type: 'string', description: 'Identifier for the calling agent or persona.' },
    sessionId: { type: 'string', description: 'Identifier for the logical session or conversation.' },
    capabilities: {
      type: 'object',
      description: 'Description of agent capabilities and preferences (e.g., streaming support, max tokens).',
      additionalProperties: true,
    },
    locale: { type: 'string', description: "Locale hint for responses, e.g. 'en-US'." },
    userRole: {
      type: 'string',
      description: 'Role of the ultimate user for this session.',
      enum: ['end_user', 'admin', 'system'],
      default: 'end_user',
    },
    metadata: {
      type: 'object',
      description: 'Arbitrary additional hints or context for the tool.',
      additionalProperties: true,
    },
  },
  required: ['agentId', 'sessionId'],
  additionalProperties: false,
}

const strings = (description: string): Form => ({ type: 'array', description, items: { type: 'string' } })

/** Prime RFC 8.2, word for word. */
export const PRIME_RESPONSE: Form = {
  $id: 'https://example.com/schemas/prime-response.json',
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'PrimeResponse',
  description: 'Output schema for the prime/bootstrapping command for tools.',
  type: 'object',
  properties: {
    version: {
      type: 'string',
      description: "Version of the prime contract implemented by the tool (e.g., '1.0.0').",
    },
    toolName: { type: 'string', description: 'Human-readable name of the tool.' },
    session: {
      type: 'object',
      description: 'Session-level information and context.',
      properties: {
        sessionId: {
          type: 'string',
          description: 'Identifier of the initialized session (may echo the request sessionId).',
        },
        expiresAt: {
          type: 'string',
          format: 'date-time',
          description: 'Timestamp after which the agent SHOULD treat this session context as expired.',
        },
      },
      required: ['sessionId'],
      additionalProperties: false,
    },
    usageDirectives: {
      type: 'object',
      description: 'Guidance and constraints that MUST govern subsequent tool usage.',
      properties: {
        primaryIntents: strings('High-level intended uses of this tool.'),
        do: strings('Positive instructions for agents when using this tool.'),
        dont: strings('Negative instructions / prohibitions for agents when using this tool.'),
      },
      required: [],
      additionalProperties: false,
    },
    capabilities: {
      type: 'object',
      description: 'Tool-provided capabilities and configuration flags.',
      additionalProperties: true,
    },
    rateLimits: {
      type: 'object',
      description: 'Rate limiting information the agent SHOULD respect.',
      properties: {
        requestsPerMinute: {
          type: 'number',
          description: 'Recommended maximum requests per minute for this tool.',
        },
        burst: { type: 'number', description: 'Recommended burst size of requests in a short window.' },
      },
      additionalProperties: true,
    },
    schema: {
      type: 'object',
      description: 'Meta-schema describing preferred and deprecated commands/methods.',
      properties: {
        preferredCommands: strings('Commands or methods the agent SHOULD prefer using.'),
        deprecatedCommands: strings('Commands or methods the agent SHOULD avoid using.'),
      },
      additionalProperties: true,
    },
    examples: {
      type: 'array',
      description: 'Example usage flows or sequences.',
      items: {
        type: 'object',
        properties: {
          description: { type: 'string', description: 'Human-readable description of the example flow.' },
          sequence: strings('Ordered list of command/method names representing a typical flow.'),
        },
        required: ['description', 'sequence'],
        additionalProperties: false,
      },
    },
    breakingChangeSince: {
      type: 'string',
      description: 'Optional version string indicating from which version a breaking change occurred.',
    },
    minAgentVersion: {
      type: 'string',
      description: 'Optional minimum agent version required to fully support this tool contract.',
    },
  },
  required: ['version', 'session', 'usageDirectives'],
  additionalProperties: false,
}
