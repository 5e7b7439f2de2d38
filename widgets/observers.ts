export { rememberHeight } from './remember-height.js'
export { whenNear } from './when-near.js'
export { whenViewed } from './when-viewed.js'
