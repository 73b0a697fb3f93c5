const ODD_VALUE = 'it\'s "odd" $HOME'

/** The typed keys, including TAB, and the words that the program is then called with; the same in bash and zsh. */
export const COMPLETED_LINES: [what: string, keys: string, words: string[]][] = [
  ['a command and a choice', 'shop dep\tpro\t', ['deploy', 'production']],
  ['a nested command', 'shop rem\ta\t', ['remote', 'add']],
  ['another name of a command', 'shop shi\tst\t', ['ship', 'staging']],
  ['a built-in command', 'shop pri\t--ses\tx', ['prime', '--session-id', 'x']],
  ['an option of a lazy command', 'shop lazy --le\t3\t', ['lazy', '--level', '3']],
  ['the value of a built-in flag', 'shop deploy -o jsonl\t', ['deploy', '-o', 'jsonl']],
  ['the value at the end of a bundle', 'shop deploy -qfo jsonl\t', ['deploy', '-qfo', 'jsonl']],
  ['a value behind an equals sign', 'shop deploy --tag=g\t', ['deploy', '--tag=green blue']],
  ['a value with an equals sign in it', 'shop deploy --tag=x\t', ['deploy', '--tag=x=y']],
  ['a value with a colon in it', 'shop deploy staging a:c\t', ['deploy', 'staging', 'a:c']],
  ['a computed value', 'shop deploy staging maint\t', ['deploy', 'staging', 'maintenance']],
  ['a value that needs quotes', 'shop deploy staging it\t', ['deploy', 'staging', ODD_VALUE]],
  ['a value inside double quotes', 'shop deploy staging "it\t', ['deploy', 'staging', ODD_VALUE]],
  ['a value inside single quotes', "shop deploy staging 'it\t", ['deploy', 'staging', ODD_VALUE]],
  ['a value after an escaped word', 'shop deploy staging it\\\'s\\ \\"o\t', ['deploy', 'staging', ODD_VALUE]],
  ['a file', 'shop deploy --config sp\t', ['deploy', '--config', 'sp ace.txt']],
  ['a file behind an equals sign', 'shop deploy --config=se\t', ['deploy', '--config=settings.json']],
  ['no file where a folder belongs', 'shop deploy --root se\t', ['deploy', '--root', 'se']],
  ['nothing where nothing is known', 'shop remote add s\t', ['remote', 'add', 's']],
  ['nothing from a command that fails', 'shop throwing s\t', ['throwing', 's']],
  ['a value from a command that prints', 'shop noisy q\t', ['noisy', 'quiet']],
]
