import type { PackageSourceKind } from '../manifest/types.js'
import { apt } from './apt.js'
import { folder } from './folder.js'
import { github } from './github.js'
import { homebrew } from './homebrew.js'
import { npm } from './npm.js'
import { scoop } from './scoop.js'
import type { Endpoints, PackageSource } from './types.js'
import { url } from './url.js'

export const SOURCES: { [Kind in PackageSourceKind]: PackageSource<Kind> } = {
  github,
  homebrew,
  apt,
  npm,
  scoop,
  url,
  folder,
}

export const PUBLIC_ENDPOINTS: Endpoints = {
  github: 'https://api.github.com',
  homebrew: 'https://formulae.brew.sh',
  scoop: 'https://raw.githubusercontent.com/ScoopInstaller',
}
