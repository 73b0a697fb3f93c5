/** Variables whose value is a shell line that some program runs. */
const SHELL_LINES =
  /^(?:PAGER|EDITOR|VISUAL|BROWSER|FCEDIT|LESSOPEN|LESSCLOSE|TAR_OPTIONS|PROMPT_COMMAND|GIT_EXTERNAL_DIFF|RSYNC_RSH|CVS_RSH|SVN_SSH)$/
/** Variables that load code into programs, or change which programs and settings are found. */
const CODE =
  /^(?:LD_\w+|DYLD_\w+|BASH_ENV|ENV|PATH|SHELL|PYTHONSTARTUP|PYTHONHOME|PYTHONINSPECT|PYTHONBREAKPOINT|PYTHONUSERBASE|PYTHONWARNINGS|PERL5OPT|PERL5DB|_JAVA_OPTIONS|CLASSPATH|GCONV_PATH|GIT_CONFIG\w*|GIT_DIR|GIT_SSH|GIT_INDEX_FILE|GREP_OPTIONS|LESS|LESSKEY\w*|MANOPT|MANROFFOPT|SHELLOPTS|BASHOPTS|GLOBIGNORE|CDPATH|HOME|XDG_\w+|KUBECONFIG|DOCKER_HOST|DOCKER_CONTEXT|AWS_ENDPOINT_URL\w*|EXINIT|TERMINFO\w*|TERMCAP|INPUTRC|LOCPATH|NLSPATH|HOSTALIASES|SSLKEYLOGFILE|DEBUGINFOD_URLS|GTK_MODULES|QT_PLUGIN_PATH|PHPRC|WGETRC|ACKRC|RUSTC\w*|HOSTNAME_BIN|SSH_AUTH_SOCK|LUA_INIT\w*|LUA_C?PATH\w*|npm_config_\w+|CARGO_BUILD_\w+|CARGO_TARGET_\w+|FFREPORT|TF_REATTACH_PROVIDERS)$/

/** Names that belong to a program, … */
const OF_PROGRAM =
  /^(?:GIT|GH|GLAB|HG|SVN|NPM|YARN|PNPM|PYTHON|PIP|RUBY|GEM|BUNDLE|PERL5?|NODE|DENO|BUN|GO|RUST|CARGO|DOCKER|COMPOSE|PODMAN|KUBE|HELM|TF|TERRAFORM|ANSIBLE|AWS|AZURE|CLOUDSDK|SSH|SUDO|CURL|WGET|MAKE|GNUMAKE|JAVA|JDK|MAVEN|GRADLE|MAN|PG|PSQL|MYSQL|SQLITE|BAT|DELTA|FZF|RIPGREP|ACK|BASH|ZSH|GCC|COMPILER|COLLECT|OPENSSL|GNUPG|DOTNET|CORECLR|LUA|PHP|VIM|MYVIM|NVIM|SYSTEMD|GZIP|XZ|ZIP|UNZIP|RSYNC|GDB|EMACS|TMUX|MORE|MOST)/
/** … and say which other program it runs, or where it looks for settings and code, or what it is called with. */
const A_LINE = /(?:PAGER|EDITOR|VISUAL|BROWSER|ASKPASS|COMMAND|_RSH)$/
const A_SETTING =
  /(?:CONFIG\w*|CONF|RC|RCFILE|INIT|OPTS?|OPTIONS|FLAGS|ARGS\w*|(?<!PRO)FILES?|PATH|DIR|HOME|LIB|ROOT|PREFIX|SHELL|WRAPPER|HOOKS?|EXEC\w*|PLUGINS?\w*|MODULES|PROVIDER|ENGINES|PROFILER\w*|LOADABLES\w*|TRACE2?\w*|PROXY_COMMAND|TOOLCHAIN)$/

/** What setting a variable can do: run a line, run what stands in it in substitutions, load code, or nothing. */
export function meaningOfVariable(name: string, value: string): 'shell-line' | 'expanded' | 'code' | 'plain' {
  if (/^(?:PS[0-4]|R?PROMPT[2-4]?|RPS[12]|SPROMPT)$/.test(name)) return 'expanded'
  if (SHELL_LINES.test(name)) return 'shell-line'
  // So shells hand functions on, and old ones ran what stood behind them.
  if (/^\(\)\s*\{/.test(value)) return 'code'
  if (CODE.test(name)) return 'code'
  if (!OF_PROGRAM.test(name)) return 'plain'
  if (A_LINE.test(name)) return 'shell-line'
  // A trace goes to standard error unless a file is named.
  if (/TRACE2?\w*$/.test(name) && /^\w*$/.test(value)) return 'plain'
  return A_SETTING.test(name) ? 'code' : 'plain'
}
