import { IDENTIFIERS } from '../names/property-names.js'
import type { ObjectSchema } from '../schema/types.js'
import type { Target } from './target.js'

export type GeminiFunctionDeclaration = {
  name: string
  description: string
  parametersJsonSchema: ObjectSchema
}

export const gemini: Target<GeminiFunctionDeclaration> = {
  propertyNames: IDENTIFIERS,
  descriptions: { size: Infinity, unit: 'characters' },
  dialect: { anyChoice: false, anyCount: true },
  heeds: [],
  write: ({ draft: { name, description }, schema }) => ({ name, description, parametersJsonSchema: schema }),
  collect: (tools) => tools,
}
