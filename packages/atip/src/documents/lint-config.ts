import type { LintConfig } from '@atip/protocol/lint'
import { EXIT, ToolError } from 'tooli'
import { readBytes, toText } from './read-file.js'

export const CONFIG_ERRORS = { E1103: 'The configuration of the rules is wrong' } as const

/** Reads the levels of rules: a JSON object of rule ids and levels. The rules check its contents. */
export function readLintConfig(file: string): LintConfig {
  const text = toText(readBytes(file)).replace(/^\uFEFF/, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw wrongConfig(file, `is not JSON: ${(error as Error).message}`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as LintConfig
  throw wrongConfig(file, 'must be a JSON object such as {"no-dry-run": "off"}')
}

export function wrongConfig(file: string, reason: string): ToolError {
  return new ToolError('E1103', `the configuration ${JSON.stringify(file)} ${reason}`, {
    exitCode: EXIT.configuration,
    details: { file },
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Correct the file; the rules and their levels are listed',
      example: 'atip lint --rules',
      applicability: 'maybe_incorrect',
    },
  })
}
