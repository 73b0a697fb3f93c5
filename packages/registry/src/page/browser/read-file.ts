/** Reads files below a URL. Search files are gzip files, whatever encodings the host supports. */
export function fileReader(root: string): (address: string) => Promise<Uint8Array> {
  return async (address) => {
    const response = await fetch(new URL(address, root), { credentials: 'same-origin' })
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
    return isCompressed ? decompressed(bytes) : bytes
  }
}

async function decompressed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
