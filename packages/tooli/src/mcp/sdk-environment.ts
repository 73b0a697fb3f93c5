/**
 * For bundles only: replaces what the MCP SDK chooses by platform. Its JSON Schema validator is the largest part of a
 * bundle and is never called, because `client.ts` checks answers itself. Nothing in this package imports this file.
 */

/** Importing `node:process` by name would evaluate all of its exports, streams included. */
export const { process } = globalThis

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new TypeError('this bundle has no validator of JSON Schema')
  }
}
