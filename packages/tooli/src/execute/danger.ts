import { createRedactor } from '../call/redact.js'
import type { Surface } from '../call/surface.js'
import type { Danger } from '../effects/needs-confirmation.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'
import type { PlainData } from '../output/plain-data.js'
import { shortText } from '../output/short-text.js'
import { beginning } from '../output/width.js'

/** Each danger in the question to the user, and at the start of the refusal. */
const WORDS: Readonly<Record<Danger, readonly [asked: string, refused: string]>> = {
  destructive: ['this is destructive', 'this command is destructive and needs'],
  irreversible: ['this is not reversible', 'this command is not reversible and needs'],
  undeclared: [
    'its effects are not declared, so it may change anything',
    'the effects of this command are not declared, so it needs',
  ],
}

/** What helps for good, where no effects are declared. */
const DECLARE =
  'The author can declare the effects: agentify(program, { effects }). ' +
  'A host that asks its user before each call can start the server with --yes'

/** Asks before something irreversible, and refuses if no user can be asked. */
export async function confirmDanger(
  model: CommandModel,
  input: Record<string, unknown>,
  danger: Danger,
  surface: Pick<Surface, 'confirm' | 'confirmWord' | 'confirmFix'>,
): Promise<void> {
  const [asked, refused] = WORDS[danger]
  const answer = await surface.confirm(`${subjectOf(model, input)}: ${asked}. Go on?`)
  if (answer === true) return
  if (answer === false) throw new ToolError(CODES.declined, 'declined; nothing was done')
  const fix = surface.confirmFix ?? `Ask the user, then repeat the call with ${surface.confirmWord}`
  throw new ToolError(CODES.confirmationNeeded, `${refused} ${surface.confirmWord}; nothing was done`, {
    exitCode: EXIT.permission,
    suggestion: {
      action: 'ask_user',
      fix: danger === 'undeclared' ? `${fix}. ${DECLARE}` : fix,
      applicability: 'maybe_incorrect',
    },
  })
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
