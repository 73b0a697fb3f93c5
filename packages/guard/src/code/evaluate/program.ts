/**
 * The common form of Python and JavaScript, as far as effects depend on it. Each language translates its syntax tree to
 * this form; parts that it cannot translate become `refused`, with the children that it can.
 */
export type Expression =
  /** A constant text. */
  | { is: 'text'; text: string }
  /** Constant bytes, whose source text differs from their content. */
  | { is: 'bytes' }
  /** A number, a boolean, or null. */
  | { is: 'plain' }
  /** A value made only of data. */
  | { is: 'data' }
  /** The exception in a `catch` or `except`. */
  | { is: 'caught' }
  /** Concatenated texts, as in `f'{a}b'`. */
  | { is: 'joined'; parts: readonly Expression[] }
  /** Any other operator. */
  | { is: 'operation'; operator: string; of: readonly Expression[] }
  /** Any of these, as in `a or b`. */
  | { is: 'either'; of: readonly Expression[] }
  | { is: 'name'; name: string; scope: VariableScope }
  | { is: 'member'; of: Expression; name: string }
  | { is: 'element'; of: Expression; key: Expression }
  | { is: 'slice'; of: Expression; bounds: readonly Expression[] }
  /** Each element in turn, as in a loop. */
  | { is: 'each'; of: Expression }
  | { is: 'call'; callee: Expression; values: readonly CallArgument[] }
  | { is: 'function'; parameters: readonly FunctionParameter[]; body: Expression; isGenerator: boolean }
  /** `isShuffled`: the number or the order of its items is unknown. */
  | { is: 'container'; items: readonly Item[]; isShuffled?: boolean }
  | { is: 'assign'; to: AssignmentTarget; value: Expression }
  /** `of += value`, which may also change `of` in place. */
  | { is: 'update'; to: AssignmentTarget; of: Expression; operator: string; value: Expression }
  | { is: 'return'; value: Expression; isYield?: boolean }
  | { is: 'raise'; value: Expression }
  | { is: 'import'; module: string; isTop: boolean }
  /** Statements, or expressions evaluated for their effects. The value is that of the last. */
  | { is: 'sequence'; of: readonly Expression[] }
  | { is: 'refused'; of: readonly Expression[] }

export interface CallArgument {
  value: Expression
  /** The name of a keyword argument. */
  keyword?: string
  /** `*values`, `**values`, `...values`. */
  isSpread?: boolean
}

export interface FunctionParameter {
  to: AssignmentTarget
  /** Its name, if it can be given by keyword. */
  name?: string
  default?: Expression
  isRest?: boolean
}

export interface Item {
  value: Expression
  key?: Expression
  isSpread?: boolean
}

export type AssignmentTarget =
  | { is: 'name'; name: string; scope: VariableScope }
  | { is: 'member'; of: Expression; name: string }
  | { is: 'element'; of: Expression; key: Expression; isSlice?: boolean }
  /** Each target takes one element. */
  | { is: 'elements'; to: readonly AssignmentTarget[] }
  /** Takes a list of elements, as in `a, *b = c`. */
  | { is: 'rest'; to: AssignmentTarget }
  /** Each target takes one member, as in `const { a, b: c } = d`. */
  | { is: 'members'; of: readonly { name: string; to: AssignmentTarget }[]; rest?: AssignmentTarget }
  /** An additional value, as in `a = b = 1` or `{ a = 1 }`. */
  | { is: 'or'; to: AssignmentTarget; value: Expression }
  | { is: 'refused'; of: readonly Expression[] }

/** A scope in which names are bound. */
export class VariableScope {
  /** Names that always mean this scope's variable. */
  readonly certain = new Set<string>()
  /** Names bound in only a part of the scope; outside that part they have their outer meaning. */
  readonly partial = new Set<string>()

  constructor(readonly parent?: VariableScope) {}

  /** The scopes whose variable a name may mean; `isGlobal` if it may also be a built-in. */
  meaningsOf(name: string): { scopes: VariableScope[]; isGlobal: boolean } {
    if (this.certain.has(name)) return { scopes: [this], isGlobal: false }
    const around = this.parent?.meaningsOf(name) ?? { scopes: [], isGlobal: true }
    return this.partial.has(name) ? { ...around, scopes: [this, ...around.scopes] } : around
  }
}

export const PLAIN: Expression = { is: 'plain' }

export const refused = (...of: readonly Expression[]): Expression => ({ is: 'refused', of })
