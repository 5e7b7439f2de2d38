// For the script tag.

export { reportElement } from './check-markup.js'
export { reportReplaced } from './check-page.js'
export { checkTag, reportUnknownCall } from './check-tag.js'
export * from './index.js'
