import { quoteWord } from '@atip/protocol'
import { functionName } from './function-name.js'
import { isPlainName, shownName } from './shown-name.js'

/** Works when sourced from .zshrc after compinit, and as a file `_NAME` in a folder of $fpath. */
export function zshScript(name: string): string {
  const quoted = quoteWord(name)
  const complete = functionName(name)
  // compinit splits this line into words, so it needs a plain name.
  const header = isPlainName(name) ? `#compdef ${name}\n` : ''
  return `${header}# Completion for zsh. Load it from ~/.zshrc, after compinit, with: eval "$(${shownName(name)} completion zsh)"
${complete}() {
  local -a lines fields
  local found=1
  lines=("\${(@f)$(command -- ${quoted} __complete zsh -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)IPREFIX}\${(Q)PREFIX}" 2>/dev/null </dev/null)}")
  [[ $lines[1] == :* ]] || return 1
  fields=("\${(@ps:\\t:)lines[1]}")
  shift lines
  (( $#lines )) && _describe -t values ${quoted} lines && found=0
  if [[ $fields[1] == (:files|:directories) ]]; then
    [[ -n $fields[2] ]] && compset -P "\${(b)fields[2]}"
    if [[ $fields[1] == :files ]]; then _files && found=0; else _path_files -/ && found=0; fi
  fi
  return found
}
if [[ $funcstack[1] == '_'${quoted} ]]; then
  ${complete} "$@"
else
  compdef ${complete} ${quoted}
fi
`
}
