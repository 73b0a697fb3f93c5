/** The argv prefix with which setpriv drops root's rights before it runs the rest of the line. */
export function becomeUser(setpriv: string, id: number): string[] {
  const identity = ['--reuid', String(id), '--regid', String(id), '--clear-groups']
  return [setpriv, ...identity, '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', '--']
}
