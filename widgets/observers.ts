// Everything that observes a zone on the page, in one module: a zone needs all of it, once it is shown.
export { rememberHeight } from './remember-height.js'
export { whenNear } from './when-near.js'
export { whenViewed } from './when-viewed.js'
