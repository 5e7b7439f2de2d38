/** Where a page keeps its runtime: every copy of this package on the page shares it. */
export const RUNTIME: unique symbol = Symbol.for('rewards')
