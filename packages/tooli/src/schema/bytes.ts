import type { Form } from './form.js'

/** How JSON represents bytes: as a file. */
export interface BytesReference {
  file: string
  mimeType: string
  size: number
}

const USUAL_TYPE = 'application/octet-stream'

export function bytesForm(mimeType = USUAL_TYPE): Form {
  return {
    type: 'object',
    properties: {
      file: { type: 'string', description: 'The file that holds the bytes' },
      mimeType: { type: 'string' },
      size: { type: 'integer', minimum: 0 },
    },
    required: ['file', 'mimeType', 'size'],
    additionalProperties: false,
    'x-bytes': mimeType,
  }
}

/** Whether results of this form are bytes. */
export function isBytes(form: Form | undefined): boolean {
  return form?.['x-bytes'] !== undefined
}

export function mimeTypeOf(form: Form | undefined): string {
  return (form?.['x-bytes'] as string | undefined) ?? USUAL_TYPE
}
