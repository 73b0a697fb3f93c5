/** An entry of an archive. */
export type ArchiveEntry =
  | { kind: 'folder'; path: string }
  | { kind: 'file'; path: string; isExecutable: boolean; content: AsyncIterable<Uint8Array> }
  /** A symbolic link, with `target` as the archive has it. */
  | { kind: 'link'; path: string; target: string }
  /** A hard link to an earlier file. */
  | { kind: 'same-file'; path: string; target: string }
  /** Devices, FIFOs and the like. */
  | { kind: 'other'; path: string }
