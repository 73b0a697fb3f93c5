/** The words with which setpriv turns root into a user without rights, and then runs what follows. */
export function becomeUser(setpriv: string, id: number): string[] {
  const identity = ['--reuid', String(id), '--regid', String(id), '--clear-groups']
  return [setpriv, ...identity, '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', '--']
}
