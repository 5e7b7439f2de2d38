/** The property of `window` that holds the page's first runtime. All copies of this package on the page share it. */
export const RUNTIME: unique symbol = Symbol.for('rewards')
