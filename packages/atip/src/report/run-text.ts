interface RunOutcome {
  status: string
  exitCode?: number | undefined
  signal?: string | undefined
  message?: string | undefined
  sideEffects: string
  notes?: readonly string[] | undefined
}

/** The text after the output of a program that was started: empty if the program ended by itself. */
export function runText({ status, exitCode, signal, message, sideEffects, notes = [] }: RunOutcome): string {
  const isLost = status === 'failed' && exitCode === undefined && signal === undefined
  const isOwnEnd = status === 'succeeded' || (status === 'failed' && !isLost)
  const said =
    isOwnEnd && !/(?:limit|kept from|ended)/.test(message ?? '')
      ? []
      : [`atip: ${isLost ? 'it started, and then failed: ' : ''}${message ?? status}`, afterwards(sideEffects)]
  return [...said, ...notes].filter((line) => line !== '').join('\n')
}

function afterwards(sideEffects: string): string {
  return sideEffects === 'possible'
    ? 'It had started: what it did until then may have happened and was not rolled back.'
    : ''
}
