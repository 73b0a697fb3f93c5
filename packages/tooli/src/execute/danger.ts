import { createRedactor } from '../call/redact.js'
import type { Surface } from '../call/surface.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'
import type { PlainData } from '../output/plain-data.js'
import { shortText } from '../output/short-text.js'
import { beginning } from '../output/width.js'

/** Asks before something irreversible, and refuses if no user can be asked. */
export async function confirmDanger(
  model: CommandModel,
  input: Record<string, unknown>,
  why: string,
  surface: Pick<Surface, 'confirm' | 'confirmWord' | 'confirmFix'>,
): Promise<void> {
  const answer = await surface.confirm(`${subjectOf(model, input)}: this ${why}. Go on?`)
  if (answer === true) return
  if (answer === false) throw new ToolError(CODES.declined, 'declined; nothing was done')
  throw new ToolError(
    CODES.confirmationNeeded,
    `this command ${why} and needs ${surface.confirmWord}; nothing was done`,
    {
      exitCode: EXIT.permission,
      suggestion: {
        action: 'ask_user',
        fix: surface.confirmFix ?? `Ask the user, then repeat the call with ${surface.confirmWord}`,
        applicability: 'maybe_incorrect',
      },
    },
  )
}

/** Users do not read more than this before they answer. */
const LONGEST = 200

/** `Delete notes (buy-milk, call-mum; folder: work)`: what the command will act on, with secrets masked. */
function subjectOf(model: CommandModel, input: Record<string, unknown>): string {
  const given = createRedactor(model, input)(input) as Record<string, unknown>
  const parts = model.parameters
    .filter(({ key }) => Object.hasOwn(given, key))
    .map(({ key, kind }) => `${kind === 'argument' ? '' : `${key}: `}${shortText(given[key] as PlainData)}`)
  const { description } = model.command.definition
  const text = parts.join('; ')
  const shown = text.length > LONGEST ? `${beginning(text, LONGEST)}…` : text
  return shown === '' ? description : `${description} (${shown})`
}
