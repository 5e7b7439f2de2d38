// For the npm package.

export { reportNoCode } from './check-markup.js'
export * from './index.js'
export { reportSecond } from './report-second.js'
export { readOtherOptions } from './unknown-options.js'
