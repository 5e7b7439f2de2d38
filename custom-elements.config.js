// Describes <rewards-zone> for editors: dist/custom-elements.json, web-types.json for JetBrains, and HTML and CSS data for VS Code.

import { readFileSync } from 'node:fs'
import { customElementJetBrainsPlugin } from 'custom-element-jet-brains-integration'
import { customElementVsCodePlugin } from 'custom-element-vs-code-integration'

const outdir = 'dist'
const ELEMENT = 'RewardsZoneElement'

/** The type of each setter of the element: it says what an attribute may be. A getter says what the page reads. */
const setterTypes = new Map()

const WIDGETS = readFileSync('src/settings/widget-name.ts', 'utf8')
  .match(/'[\w-]+'/g)
  .join(' | ')

/** An attribute is text: it has no other values than the listed ones, or any JSON. */
const attributeType = name =>
  setterTypes
    .get(name)
    .split(' | ')
    .filter(type => !/^(object|null|undefined|''|[A-Z]\w+<.*>|Theme)$/.test(type))
    .join(' | ')
    .replace('WidgetName', WIDGETS)

const describeElement = {
  name: 'describe-element',
  analyzePhase({ ts, node }) {
    if (ts.isSetAccessor(node) && node.parent.name?.text === ELEMENT)
      setterTypes.set(node.name.getText(), node.parameters[0].type.getText())
  },
  packageLinkPhase({ customElementsManifest }) {
    const [module] = customElementsManifest.modules
    const element = module.declarations.find(({ name }) => name === ELEMENT)
    const inPackage = 'dist/widgets.js'
    module.path = inPackage
    for (const { declaration } of module.exports) declaration.module = inPackage
    module.exports.push({
      kind: 'custom-element-definition',
      name: element.tagName,
      declaration: { name: ELEMENT, module: inPackage },
    })
    element.superclass = { name: 'HTMLElement' }
    element.members = element.members.filter(({ privacy }) => privacy !== 'private')
    for (const attribute of element.attributes) {
      const { name } = attribute
      // An attribute without a property documents itself.
      if (!setterTypes.has(name)) continue
      const { description } = element.members.find(member => member.name === name)
      Object.assign(attribute, { type: { text: attributeType(name) }, description, fieldName: name })
    }
  },
}

/** The custom properties have data of their own. */
const options = { outdir, hideCssPropertiesDocs: true, hideLogs: true }

export default {
  globs: ['widgets/rewards-zone-element.ts'],
  outdir,
  packagejson: false,
  plugins: [
    describeElement,
    customElementJetBrainsPlugin({ ...options, packageJson: false }),
    customElementVsCodePlugin(options),
  ],
}
