import { Ajv2020 } from 'ajv/dist/2020.js'

interface Result {
  structuredContent?: unknown
  content?: readonly { type: string; [field: string]: unknown }[]
  isError?: boolean
}

/**
 * Why a validating client, such as version 1 of the official SDK, would discard a result; undefined if its model sees
 * the result.
 */
export function strictClientRefuses(
  { outputSchema }: { outputSchema?: unknown; [field: string]: unknown },
  result: Result,
): string | undefined {
  if (outputSchema === undefined) return undefined
  const structured = result.structuredContent ?? jsonIn(result)
  if (structured === undefined) {
    return result.isError === true ? undefined : 'has an output schema but did not return structured content'
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, allErrors: true })
  // Regardless of `isError`.
  const fits = ajv.compile(outputSchema as object)
  return fits(structured) ? undefined : ajv.errorsText(fits.errors)
}

/** Without structured content, Gemini CLI parses the first text as JSON. */
function jsonIn({ content = [] }: Result): unknown {
  try {
    return JSON.parse(content[0]?.text as string)
  } catch {
    return undefined
  }
}
