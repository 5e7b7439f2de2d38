/** Resolves in the next task: until then, the browser can paint, and handle what the visitor does. */
export const nextTask = (): Promise<void> => new Promise(resolve => setTimeout(resolve))
