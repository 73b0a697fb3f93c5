import type { Plugin } from 'esbuild'

/**
 * A built program reads its completions from the manifest, so the code that derives them from the definition is left
 * out.
 */
export const fromManifest: Plugin = {
  name: 'from-manifest',
  setup(build) {
    build.onLoad({ filter: /[\\/]describe[\\/]completion[\\/]tree\.[jt]s$/ }, () => ({
      contents: SOURCE,
      loader: 'js',
    }))
  },
}

const SOURCE = `export async function completionTreeOf() {
  throw new Error('its manifest is missing')
}
`
