import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { defineAsyncComponent, h } from 'vue'
import './style.css'
import WidgetPreview from './WidgetPreview.vue'

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(WidgetPreview, { name: 'share', height: 448 }) }),
  enhanceApp({ app }) {
    app.component('WidgetPreview', WidgetPreview)
    // Only its own page loads it.
    app.component(
      'ThemeEditor',
      defineAsyncComponent(() => import('./editor/ThemeEditor.vue')),
    )
  },
}

export default theme
