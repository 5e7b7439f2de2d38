import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { setUp } from './set-up.js'

/** Renders the page at `path` as HTML. */
export const render = (path: string): Promise<string> => renderToString(setUp(createSSRApp, path))
