/** What an archive contains, one thing after the other. */
export type ArchiveEntry =
  | { kind: 'folder'; path: string }
  | { kind: 'file'; path: string; isExecutable: boolean; content: AsyncIterable<Uint8Array> }
  /** A symbolic link; `target` as the archive has it. */
  | { kind: 'link'; path: string; target: string }
  /** Another name of a file that came before. */
  | { kind: 'same-file'; path: string; target: string }
  /** Devices, pipes and the like. */
  | { kind: 'other'; path: string }
