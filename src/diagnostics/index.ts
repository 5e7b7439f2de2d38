// What explains a mistake to developers. It loads when there is one.
export { checkMarkup, describeWrongData, reportElement, reportNoCode } from './check-markup.js'
export { checkTag, reportSecond, reportUnknownCall } from './check-tag.js'
export { describeProblem, logCall } from './console.js'
export { describeUnknownKey } from './describe-unknown-key.js'
export { explainBlocked } from './explain-blocked.js'
export { readOtherOptions } from './unknown-options.js'
