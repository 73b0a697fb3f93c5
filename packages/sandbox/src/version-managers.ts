/** A program that installs several versions of others and starts the one in use. */
export interface VersionManager {
  readonly name: string
  /** A file or folder that every root of this manager has. */
  readonly mark: string
  /** Where installations are below the root. `*` is any name, and the last one is the version. */
  readonly installations: readonly string[]
  /** Files that name the versions in use, strongest first: from the root, from the home (`~`), or absolute. */
  readonly selected?: readonly string[]
  /** Programs that only look up the version in use and start it. */
  readonly shims?: {
    /** The folder they are in, below the root. */
    readonly folder: string
    /** Where the root is from the parent of that folder, if elsewhere. */
    readonly root?: readonly string[]
    /** How a shim is recognised: by its text, or as another name of this program beside it or behind a link. */
    readonly is: { readonly text: RegExp; readonly rootIn?: RegExp } | { readonly program: string }
  }
}

/** Facts only: `resolve-shim.ts` and `installation.ts` read them. */
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
