/** Placeholders in a synopsis, such as `OPTIONS`, for something that is described elsewhere. */

const OPTION_WORD =
  /^(?:(?:[\w-]+[ -]|[a-z]+(?=flags|options))?(?:options?|flags?|switch(?:es)?|opts?|optionen|opciones|opções|opzioni|opties)|option\(?s?\)?|flag\(s\)|параметр\p{L}*|ключ\p{L}*|опци\p{L}*|选项|オプション)(?: \.\.\.)?$/iu

const COMMAND_WORD =
  /^(?:sub-?_?)?(?:commands?|cmd|verb|action|operation|subcommand|befehl|commande|comando|команда|命令)(?:[-_ ]name)?$/iu

export function isOptionWord(word: string): boolean {
  const bare = word
    .replace(/^[[<{(]+|[\]>})]+$/g, '')
    .replace(/(\.{2,}|\u2026)$/, '')
    .trim()
  return OPTION_WORD.test(bare)
}

export function isCommandWord(word: string): boolean {
  return COMMAND_WORD.test(word.replace(/^[[<{(]+|[\]>})]+$/g, ''))
}
