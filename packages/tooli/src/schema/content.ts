import type { Form } from './form.js'

/** A part of a result as in MCP; bytes are in base64. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType?: string } & ({ text: string } | { blob: string }) }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string; description?: string }

const TEXT: Form = { type: 'string' }

function part(type: string, properties: Record<string, Form>, optional: readonly string[] = []): Form {
  const required = ['type', ...Object.keys(properties).filter((key) => !optional.includes(key))]
  return {
    type: 'object',
    properties: { type: { const: type }, ...properties },
    required,
    additionalProperties: false,
  }
}

const RESOURCE: Form = {
  type: 'object',
  properties: { uri: TEXT, mimeType: TEXT, text: TEXT, blob: TEXT },
  required: ['uri'],
  additionalProperties: false,
}

export const CONTENT: Form = {
  type: 'array',
  items: {
    anyOf: [
      part('text', { text: TEXT }),
      part('image', { data: TEXT, mimeType: TEXT }),
      part('audio', { data: TEXT, mimeType: TEXT }),
      part('resource', { resource: RESOURCE }),
      part('resource_link', { uri: TEXT, name: TEXT, mimeType: TEXT, description: TEXT }, ['mimeType', 'description']),
    ],
  },
  'x-content': true,
}

/** Whether results of this form are parts for the client, not data. */
export function isContent(form: Form | undefined): boolean {
  return form?.['x-content'] === true
}

/** Whether results of this form are lists, of which a caller can ask for a part. */
export function isList(form: Form | undefined): boolean {
  return form?.type === 'array' && !isContent(form)
}
