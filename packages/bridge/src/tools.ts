import { assertDocument, DocumentError, normalise, type AtipDocument, type AtipTool } from '@atip/protocol'

/** The tools that were given, valid and normalised. Throws a `DocumentError` that says which one is not valid. */
export function readTools(tools: readonly (AtipTool | AtipDocument)[]): AtipTool[] {
  if (!Array.isArray(tools)) {
    throw new DocumentError(`tools must be an array of descriptions; found ${typeof tools}`, [])
  }
  return tools.map((document: unknown, index) => {
    assertDocument(document, `tools[${index}]`)
    return isNormal(document) ? document : normalise(document)
  })
}

function isNormal(document: AtipDocument | AtipTool): document is AtipTool {
  return typeof document.atip === 'object' && document.name !== undefined && document.version !== undefined
}
