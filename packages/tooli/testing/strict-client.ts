import { Ajv2020 } from 'ajv/dist/2020.js'

/**
 * Why a client that validates would throw a result away, as version 1 of the official SDK, Gemini CLI, opencode and the
 * inspector do; undefined if its model gets to see the result.
 */
export function strictClientRefuses(
  { outputSchema }: { outputSchema?: unknown; [field: string]: unknown },
  { structuredContent, isError }: { structuredContent?: unknown; isError?: boolean },
): string | undefined {
  if (outputSchema === undefined) return undefined
  if (structuredContent === undefined) {
    return isError === true ? undefined : 'has an output schema but did not return structured content'
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, allErrors: true })
  // Whatever `isError` says.
  const fits = ajv.compile(outputSchema as object)
  return fits(structuredContent) ? undefined : ajv.errorsText(fits.errors)
}
