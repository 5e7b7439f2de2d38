import { OptionDefaults } from 'typedoc'

/** Tags that describe the element. The custom elements manifest is made of them; the pages about widgets say it in prose. */
const ELEMENT_TAGS = ['@tag', '@attr', '@cssproperty', '@csspart', '@fires', '@slot']

/** @type {import('typedoc').TypeDocOptions & import('typedoc-plugin-markdown').PluginOptions} */
export default {
  // Without the second, the types that schemas describe would be `z.infer<typeof schema>`.
  plugin: ['typedoc-plugin-markdown', 'typedoc-plugin-zod'],
  entryPoints: [
    'src',
    'widgets',
    'widgets/headless',
    'testing',
    'debug',
    'frameworks/react',
    'frameworks/vue',
    'frameworks/svelte',
  ].map(folder => `../${folder}/index.ts`),
  tsconfig: 'tsconfig.json',
  // `tsc` checks the sources, with the project's own version of TypeScript.
  skipErrorChecking: true,
  out: 'reference',
  entryFileName: 'index',
  router: 'member',
  readme: 'none',
  blockTags: [...OptionDefaults.blockTags, ...ELEMENT_TAGS],
  excludeTags: [...OptionDefaults.excludeTags, ...ELEMENT_TAGS],
  excludeInternal: true,
  excludeExternals: true,
  disableSources: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  propertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  tableColumnSettings: { hideDefaults: true, hideModifiers: true, hideSources: true },
  validation: { notExported: false },
}
