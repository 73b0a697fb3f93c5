/** Writes malformed and hostile tar archives: any name, any type, any target. */
export interface TarItem {
  path: string
  /** `0` file, `1` hard link, `2` symbolic link, `3` device, `5` folder, `6` FIFO, `L` long name, `x` attributes. */
  type?: string
  target?: string
  content?: string | Buffer
  mode?: number
  /** The size in the header, if it lies. */
  size?: number
}

export function tarBytes(items: readonly TarItem[]): Buffer {
  return Buffer.concat([...items.flatMap(entryBytes), Buffer.alloc(1024)])
}

function entryBytes({ path, type = '0', target = '', content = '', mode = 0o644, size }: TarItem): Buffer[] {
  const body = Buffer.from(content)
  const header = Buffer.alloc(512)
  header.write(path.slice(0, 100), 0)
  header.write(octal(mode, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size ?? body.length, 12), 124)
  header.write(octal(0, 12), 136)
  header.write('        ', 148)
  header.write(type, 156)
  header.write(target.slice(0, 100), 157)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
