// What explains a mistake to developers. It loads when there is one.
export { describeNoObject } from './describe-no-object.js'
export { explainBlocked } from './explain-blocked.js'
