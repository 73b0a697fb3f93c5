interface ToolHome {
  /** A folder below the user's home. Programs in it or its subfolders need what follows. */
  readonly programs: string
  /** Files and folders below the user's home that hold programs, and nothing secret. */
  readonly readable: readonly string[]
  /** Variables that hold a folder below the user's home, for tools that would look in the throw-away one. */
  readonly env?: Readonly<Record<string, string>>
}

/** Where version managers and installers for one user put programs, and what these need to start. */
export const TOOL_HOMES: readonly ToolHome[] = [
  { programs: '.local/bin', readable: ['.local/share/pipx/venvs', '.local/share/uv/tools', '.local/share/uv/python'] },
  {
    programs: '.cargo/bin',
    readable: ['.rustup'],
    env: { RUSTUP_HOME: '.rustup' },
  },
  { programs: '.pyenv', readable: ['.pyenv'], env: { PYENV_ROOT: '.pyenv' } },
  { programs: '.rbenv', readable: ['.rbenv'], env: { RBENV_ROOT: '.rbenv' } },
  { programs: '.nodenv', readable: ['.nodenv'], env: { NODENV_ROOT: '.nodenv' } },
  { programs: '.asdf', readable: ['.asdf', '.tool-versions'], env: { ASDF_DATA_DIR: '.asdf' } },
  { programs: '.local/share/mise', readable: ['.local/share/mise'], env: { MISE_DATA_DIR: '.local/share/mise' } },
  { programs: '.volta', readable: ['.volta'], env: { VOLTA_HOME: '.volta' } },
  { programs: '.sdkman/candidates', readable: ['.sdkman/candidates'] },
  { programs: '.linuxbrew', readable: ['.linuxbrew'] },
  { programs: '.nix-profile', readable: ['.nix-profile'] },
]
