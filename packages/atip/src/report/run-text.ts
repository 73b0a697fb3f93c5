interface RunOutcome {
  status: string
  message?: string | undefined
  sideEffects: string
  notes?: readonly string[] | undefined
}

/** The text after a program's own output: empty if the program ended by itself. */
export function runText({ status, message, sideEffects, notes = [] }: RunOutcome): string {
  const isOwnEnd = status === 'succeeded' || status === 'failed'
  const said =
    isOwnEnd && !/(?:limit|kept from|ended)/.test(message ?? '')
      ? []
      : [`atip: ${message ?? status}`, afterwards(sideEffects)]
  return [...said, ...notes].filter((line) => line !== '').join('\n')
}

function afterwards(sideEffects: string): string {
  if (sideEffects === 'none') return 'It did not run; nothing changed.'
  return sideEffects === 'possible'
    ? 'It had started: what it did until then may have happened and was not rolled back.'
    : ''
}
