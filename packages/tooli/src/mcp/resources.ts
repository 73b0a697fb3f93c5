import {
  ResourceNotFoundError,
  UriTemplate,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { ResourceDefinition } from '../define/mcp.js'

export type Resources = Readonly<Record<string, ResourceDefinition>>

export function listResources(resources: Resources): Resource[] {
  return Object.entries(resources)
    .filter(([uri]) => !UriTemplate.isTemplate(uri))
    .map(([uri, definition]) => ({ uri, ...described(definition) }))
}

export function listTemplates(resources: Resources): ResourceTemplateType[] {
  return Object.entries(resources)
    .filter(([uri]) => UriTemplate.isTemplate(uri))
    .map(([uriTemplate, definition]) => ({ uriTemplate, ...described(definition) }))
}

function described({ name, description, mimeType }: ResourceDefinition) {
  return { name, ...(description !== undefined && { description }), ...(mimeType !== undefined && { mimeType }) }
}

export async function readResource(resources: Resources, uri: string): Promise<ReadResourceResult> {
  const found = findResource(resources, uri)
  const value = await found?.definition.read(found.variables)
  if (found === undefined || value === undefined) throw new ResourceNotFoundError(uri)
  const { mimeType } = found.definition
  const head = { uri, ...(mimeType !== undefined && { mimeType }) }
  const body = typeof value === 'string' ? { text: value } : { blob: Buffer.from(value).toString('base64') }
  return { contents: [{ ...head, ...body }] }
}

export interface FoundResource {
  definition: ResourceDefinition
  variables: Record<string, string>
}

/** The resource at a URI: an exact one, or the first template that matches. */
export function findResource(resources: Resources, uri: string): FoundResource | undefined {
  const exact = Object.hasOwn(resources, uri) && !UriTemplate.isTemplate(uri) ? resources[uri] : undefined
  if (exact !== undefined) return { definition: exact, variables: {} }
  for (const [template, definition] of Object.entries(resources)) {
    const variables = UriTemplate.isTemplate(template) ? new UriTemplate(template).match(uri) : null
    if (variables !== null) {
      const texts = Object.entries(variables).map(([name, value]) => [name, decoded([value].flat().join(','))] as const)
      return { definition, variables: Object.fromEntries(texts) }
    }
  }
  return undefined
}

/** Clients encode separators in the values they fill into a template. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The completions of a template's variable. */
export async function completeResource(
  resources: Resources,
  template: string,
  variable: string,
  typed: string,
): Promise<string[]> {
  const definition = Object.hasOwn(resources, template) ? resources[template] : undefined
  const completers = definition?.complete ?? {}
  const offered = Object.hasOwn(completers, variable) ? await completers[variable]!(typed) : []
  return offered.filter((value) => value.startsWith(typed))
}
