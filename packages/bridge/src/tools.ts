import { assertDocument, DocumentError, normalise, type AtipDocument, type AtipTool } from '@atip/protocol'

/** Validates and normalises the given tools. Throws a `DocumentError` that names the one that is not valid. */
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
