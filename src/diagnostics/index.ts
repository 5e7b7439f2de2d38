// What explains a mistake to developers. It loads when there is one.
export { checkTag } from './check-tag.js'
export { describeProblem, logCall } from './console.js'
export { describeNoObject } from './describe-no-object.js'
export { explainBlocked } from './explain-blocked.js'
