/** Disjoint sets that are joined if they share a member. The smallest member is the name of its set. */
export class Sets {
  readonly #parents = new Map<string, string>()
  #members: Map<string, string[]> | undefined

  join(members: string[]): void {
    const [first, ...rest] = members
    if (first === undefined) return
    this.#members = undefined
    if (!this.#parents.has(first)) this.#parents.set(first, first)
    for (const other of rest) {
      if (!this.#parents.has(other)) this.#parents.set(other, other)
      const [one, two] = [this.of(first), this.of(other)]
      if (one !== two) this.#parents.set(one < two ? two : one, one < two ? one : two)
    }
  }

  of(member: string): string {
    let root = member
    while (this.#parents.get(root) !== undefined && this.#parents.get(root) !== root) root = this.#parents.get(root)!
    for (let at = member; at !== root;) {
      const next = this.#parents.get(at)!
      this.#parents.set(at, root)
      at = next
    }
    return root
  }

  membersOf(member: string): string[] {
    this.#members ??= this.#list()
    return this.#members.get(this.of(member)) ?? [member]
  }

  #list(): Map<string, string[]> {
    const lists = new Map<string, string[]>()
    for (const member of this.#parents.keys()) {
      const root = this.of(member)
      const list = lists.get(root)
      if (list) list.push(member)
      else lists.set(root, [member])
    }
    return lists
  }
}
