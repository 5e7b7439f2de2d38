export { follow as gcm } from './gcm.js'
export { follow as gpc } from './gpc.js'
export { follow as gpp } from './gpp.js'
export { follow as tcf } from './tcf.js'
