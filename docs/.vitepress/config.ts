import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type DefaultTheme, defineConfig, type MarkdownOptions } from 'vitepress'

const docs = resolve(import.meta.dirname, '..')
const root = dirname(docs)
const built = (file: string) => join(root, 'dist', file)

const { description, homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const repository = homepage.replace(/#.*/, '')

/** The page of each link in the sidebar: its title is the page's own. */
const page = (name: string): DefaultTheme.SidebarItem => {
  const [, title = name] = /^# (.*)/m.exec(readFileSync(join(docs, `${name}.md`), 'utf8')) ?? []
  return { text: title, link: `/${name}` }
}

const group = (text: string, names: string[]): DefaultTheme.SidebarItem => ({ text, items: names.map(page) })

/** The pages refer to files of the repository by relative links, so that they also work there. */
const linkToRepository: MarkdownOptions['config'] = markdown => {
  markdown.core.ruler.push('link_to_repository', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href')
      if (!href || /^([a-z]+:|[#/])/.test(href)) continue
      const [path = '', hash] = href.split('#')
      const target = relative(root, resolve(dirname(env.path), path))
      if (!target.startsWith('docs/'))
        token.attrSet('href', `${repository}/blob/main/${target}${hash ? `#${hash}` : ''}`)
    }
  })
}

/** Written by hand. TypeDoc writes the list of all exports. */
const REFERENCE = ['api', 'resources', 'errors', 'contract', 'programs', 'why', 'webhooks']

/** As GitHub names the headings, so that the same links work there. */
const slugify = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

export default defineConfig({
  title: 'rewards-web-sdk',
  description,
  lang: 'en',
  cleanUrls: true,
  srcExclude: ['node_modules/**'],
  outDir: 'dist',
  cacheDir: '.vitepress/.cache',
  head: [['meta', { name: 'theme-color', content: '#0b6b3a' }]],
  markdown: {
    config: linkToRepository,
    anchor: { slugify },
    theme: { light: 'github-light-default', dark: 'github-dark-default' },
  },
  vue: { template: { compilerOptions: { isCustomElement: tag => tag === 'rewards-zone' } } },
  vite: {
    logLevel: 'warn',
    resolve: {
      alias: [
        { find: /^rewards-web-sdk$/, replacement: built('index.js') },
        { find: 'rewards-web-sdk/widgets', replacement: built('widgets.js') },
        { find: 'rewards-web-sdk/headless', replacement: built('headless.js') },
        { find: 'rewards-web-sdk/testing', replacement: built('testing.js') },
      ],
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Widgets', link: '/widgets' },
      { text: 'API', link: '/api' },
    ],
    socialLinks: [{ icon: 'github', link: repository }],
    sidebar: [
      group('Begin', ['quick-start', 'installation', 'options']),
      group('Guides', ['identity', 'events', 'consent', 'analytics', 'security', 'inspector', 'doctor', 'moving']),
      group('Widgets', ['widgets', 'gallery', 'theming', 'theme-editor', 'own-widgets']),
      group('Frameworks and apps', ['react', 'vue', 'svelte', 'typescript', 'webviews', 'testing']),
      {
        text: 'Reference',
        items: [...REFERENCE.map(page), { text: 'All exports', link: '/reference/' }],
      },
      group('Project', ['architecture', 'benchmarks', 'scale']),
    ],
  },
})
