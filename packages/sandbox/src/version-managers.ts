/** A program that installs several versions of others and starts the selected one. */
export interface VersionManager {
  readonly name: string
  /** A file or folder that every root of this manager has. */
  readonly mark: string
  /** Installations below the root. `*` is any name, and the last one is the version. */
  readonly installations: readonly string[]
  /** Files that select versions, strongest first: relative to the root or the home (`~`), or absolute. */
  readonly selected?: readonly string[]
  /** Programs that only look up the selected version and start it. */
  readonly shims?: {
    /** Their folder below the root. */
    readonly folder: string
    /** The root relative to the parent of that folder, if it is not the parent. */
    readonly root?: readonly string[]
    /** How to recognise a shim: by its text, or as a link to or another name of this program next to it. */
    readonly is: { readonly text: RegExp; readonly rootIn?: RegExp } | { readonly program: string }
  }
}

/** Data for `resolve-shim.ts` and `installation.ts`. */
export const VERSION_MANAGERS: readonly VersionManager[] = [
  {
    name: 'pyenv, rbenv, nodenv or one like them',
    mark: 'shims',
    installations: ['versions/*'],
    selected: ['version'],
    shims: {
      folder: 'shims',
      is: {
        text: /^exec "?[^"\n]*\/\w+env"? exec "\$program" "\$@"/m,
        rootIn: /^export \w+ENV_ROOT="([^"$\n]+)"/m,
      },
    },
  },
  {
    name: 'asdf',
    mark: 'shims',
    installations: ['installs/*/*'],
    selected: ['~/.tool-versions', '../.tool-versions'],
    shims: { folder: 'shims', is: { text: /^# asdf-plugin: [^]*^exec \S*asdf"? exec /m } },
  },
  {
    name: 'mise',
    mark: 'shims',
    installations: ['installs/*/*'],
    selected: [
      '~/.config/mise/config.toml',
      '~/.tool-versions',
      '../../../.config/mise/config.toml',
      '../../../.tool-versions',
      '/etc/mise/config.toml',
    ],
    shims: { folder: 'shims', is: { program: 'mise' } },
  },
  {
    name: 'Volta',
    mark: 'tools/image',
    installations: ['tools/image/packages/@*/*', 'tools/image/*/*'],
    selected: ['tools/user/platform.json'],
    shims: { folder: 'bin', is: { program: 'volta-shim' } },
  },
  {
    name: 'rustup',
    mark: 'toolchains',
    installations: ['toolchains/*'],
    selected: ['settings.toml'],
    shims: { folder: 'bin', root: ['../.rustup', '../rustup'], is: { program: 'rustup' } },
  },
  { name: 'nvm', mark: 'nvm.sh', installations: ['versions/node/*'] },
  { name: 'fnm', mark: 'node-versions', installations: ['node-versions/*/installation'] },
  { name: 'SDKMAN', mark: 'bin/sdkman-init.sh', installations: ['candidates/*/*'] },
]
