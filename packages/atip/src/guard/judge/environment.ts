/** Variables whose value is a shell line that some program runs. */
const SHELL_LINES =
  /^(?:GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_PAGER|GIT_ASKPASS|SSH_ASKPASS|SUDO_ASKPASS|PAGER|MANPAGER|EDITOR|VISUAL|LESSOPEN|LESSCLOSE|BROWSER|RSYNC_RSH|CVS_RSH|TAR_OPTIONS|PROMPT_COMMAND|PS4|FCEDIT)$/
/** Variables that load code into programs, or change which programs are found. */
const CODE =
  /^(?:LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w+|BASH_ENV|ENV|PATH|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5OPT|PERL5LIB|PERL5DB|RUBYOPT|RUBYLIB|NODE_OPTIONS|NODE_PATH|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GCONV_PATH|GIT_EXEC_PATH|GIT_CONFIG\w*|GIT_DIR|GIT_PROXY_COMMAND|GIT_SSH|GIT_TEMPLATE_DIR|GREP_OPTIONS|LESS|LESSKEY|SHELLOPTS|BASHOPTS|CDPATH|HOME|XDG_\w+|GNUPGHOME|KUBECONFIG|DOCKER_HOST|AWS_ENDPOINT_URL)$/

/** What setting a variable for a program can do: run a line, load code, or nothing to speak of. */
export function meaningOfVariable(name: string): 'shell-line' | 'code' | 'plain' {
  if (SHELL_LINES.test(name)) return 'shell-line'
  return CODE.test(name) ? 'code' : 'plain'
}
