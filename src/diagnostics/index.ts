// What explains a mistake to developers. It loads when there is one.
export { checkMarkup, describeWrongData, reportElement } from './check-markup.js'
export { checkTag, reportUnknownCall } from './check-tag.js'
export { describeProblem, logCall } from './console.js'
export { describeUnknownKey } from './describe-unknown-key.js'
export { explainBlocked } from './explain-blocked.js'
