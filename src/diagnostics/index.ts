// What explains a mistake to developers, with either door. It loads when there is one.
export { checkMarkup, describeWrongData } from './check-markup.js'
export { describeProblem, logCall } from './console.js'
export { describeUnknownOption as describeUnknownKey } from './describe-unknown-option.js'
export { explainBlocked } from './explain-blocked.js'
export { unusableZone } from './unusable-zone.js'
