// What follows a zone that shows its content. Loaded after the first drawing, which does not need it.

export { followLanguage } from './follow-language.js'
export { rememberHeight } from './remember-height.js'
export { whenViewed } from './when-viewed.js'
