/**
 * What Python and JavaScript have in common, as far as it matters for what code does. Each language translates its syntax tree
 * into this form; whatever it cannot translate becomes `refused`, with the parts that it can.
 */
export type Expression =
  /** A constant text. */
  | { is: 'text'; text: string }
  /** Constant bytes: as a text they are written in another way. */
  | { is: 'bytes' }
  /** A number, a truth value, nothing. */
  | { is: 'plain' }
  /** Something made of data. */
  | { is: 'data' }
  /** What a `catch` or an `except` gives. */
  | { is: 'caught' }
  /** Texts put together, as in `f'{a}b'`. */
  | { is: 'joined'; parts: readonly Expression[] }
  /** Any other operator. */
  | { is: 'operation'; operator: string; of: readonly Expression[] }
  /** One of these, as in `a or b`. */
  | { is: 'either'; of: readonly Expression[] }
  | { is: 'name'; name: string; scope: VariableScope }
  | { is: 'member'; of: Expression; name: string }
  | { is: 'element'; of: Expression; key: Expression }
  | { is: 'slice'; of: Expression; bounds: readonly Expression[] }
  /** Each element in turn, as a loop gives them. */
  | { is: 'each'; of: Expression }
  | { is: 'call'; callee: Expression; values: readonly CallArgument[] }
  | { is: 'function'; parameters: readonly FunctionParameter[]; body: Expression; isGenerator: boolean }
  /** `isShuffled`: how many items it has is not known, or not in which order. */
  | { is: 'container'; items: readonly Item[]; isShuffled?: boolean }
  | { is: 'assign'; to: AssignmentTarget; value: Expression }
  /** `of += value`, which may change what `of` is as well. */
  | { is: 'update'; to: AssignmentTarget; of: Expression; operator: string; value: Expression }
  | { is: 'return'; value: Expression; isYield?: boolean }
  | { is: 'raise'; value: Expression }
  | { is: 'import'; module: string; isTop: boolean }
  /** Statements, or expressions that are worked out for what they do. The value is that of the last. */
  | { is: 'sequence'; of: readonly Expression[] }
  | { is: 'refused'; of: readonly Expression[] }

export interface CallArgument {
  value: Expression
  /** Given by name. */
  keyword?: string
  /** `*values`, `**values`, `...values`. */
  isSpread?: boolean
}

export interface FunctionParameter {
  to: AssignmentTarget
  /** Its name, if it can be given by name. */
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
  /** Each takes an element. */
  | { is: 'elements'; to: readonly AssignmentTarget[] }
  /** Takes a list of elements, as in `a, *b = c`. */
  | { is: 'rest'; to: AssignmentTarget }
  /** Each takes a member, as in `const { a, b: c } = d`. */
  | { is: 'members'; of: readonly { name: string; to: AssignmentTarget }[]; rest?: AssignmentTarget }
  /** The value is also this, as in `a = b = 1` or `{ a = 1 }`. */
  | { is: 'or'; to: AssignmentTarget; value: Expression }
  | { is: 'refused'; of: readonly Expression[] }

/** Where names are bound. */
export class VariableScope {
  /** Names that mean this scope's variable wherever they are read in it. */
  readonly certain = new Set<string>()
  /** Names that are bound in a part of it; outside of that part they mean what they mean around it. */
  readonly partial = new Set<string>()

  constructor(readonly parent?: VariableScope) {}

  /** The scopes whose variable a name may mean; `isGlobal` if it may also be one that the language defines. */
  meaningsOf(name: string): { scopes: VariableScope[]; isGlobal: boolean } {
    if (this.certain.has(name)) return { scopes: [this], isGlobal: false }
    const around = this.parent?.meaningsOf(name) ?? { scopes: [], isGlobal: true }
    return this.partial.has(name) ? { ...around, scopes: [this, ...around.scopes] } : around
  }
}

export const PLAIN: Expression = { is: 'plain' }

export const refused = (...of: readonly Expression[]): Expression => ({ is: 'refused', of })
