import { quoteWord } from '@atip/protocol'
import { functionName } from './function-name.js'
import { shownName } from './shown-name.js'

/** Works with bash 3.2, as in macOS; paths need `compopt` of bash 4. */
export function bashScript(name: string): string {
  const quoted = quoteWord(name)
  const complete = functionName(name)
  return `# Completion for bash. Load it from ~/.bashrc with: eval "$(${shownName(name)} completion bash)"
${complete}() {
  local program line directive prefix value action fallback
  COMPREPLY=()
  program=$(type -P -- ${quoted}) || return 0
  {
    IFS= read -r line || return 0
    [[ $line == :* ]] || return 0
    directive=\${line%%$'\\t'*} prefix=\${line#*$'\\t'}
    value=\${prefix#*$'\\t'} prefix=\${prefix%%$'\\t'*}
    while IFS= read -r line; do COMPREPLY+=("$line"); done
  } < <("$program" __complete bash "$COMP_WORDBREAKS" "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null)
  case $directive in
    :files) action=file fallback=default ;;
    :directories) action=directory fallback=dirnames ;;
    *) return 0 ;;
  esac
  if [[ -z $prefix && \${#COMPREPLY[@]} -eq 0 ]]; then
    compopt -o "$fallback" -o filenames 2>/dev/null
  else
    compopt -o filenames \${prefix:+-o nospace} 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -A "$action" -P "$prefix" -- "$value")
  fi
  return 0
}
complete -F ${complete} -- ${quoted}
`
}
