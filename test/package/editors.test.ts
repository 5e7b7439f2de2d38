import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { RewardsZoneElement } from '../../widgets/index.js'
import { CUSTOM_PROPERTIES } from '../../widgets/theme/custom-properties.js'

interface Named {
  name: string
  type?: { text: string }
  values?: { name: string }[]
  description?: string
}

const packageJson = JSON.parse(readFileSync('package.json', 'utf8'))
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const namesOf = (items: Named[]) => items.map(({ name }) => name)

const [{ path, declarations, exports }] = read(packageJson.customElements).modules
const [element] = declarations as {
  tagName: string
  attributes: Named[]
  members: Named[]
  events: Named[]
  cssProperties: Named[]
}[]
const typeOf = (attribute: string) => element!.attributes.find(({ name }) => name === attribute)?.type?.text

test('the manifest describes the element of the package', () => {
  expect(element!.tagName).toBe('rewards-zone')
  expect(path).toBe('dist/widgets.js')
  expect(exports).toContainEqual({
    kind: 'custom-element-definition',
    name: 'rewards-zone',
    declaration: { name: 'RewardsZoneElement', module: path },
  })
})

test('the manifest has each attribute, with its type and a description', () => {
  expect(namesOf(element!.attributes).sort()).toEqual([...RewardsZoneElement.observedAttributes, 'demo'].sort())
  expect(typeOf('loading')).toBe("'eager' | 'lazy'")
  expect(typeOf('widget')).toMatch(/^'cta' \| .*'share' \| /)
  expect(typeOf('data')).toBe('string')
  expect(element!.attributes.filter(({ description }) => !description)).toEqual([])
})

test('the manifest has the properties, the events and the custom properties', () => {
  const properties = RewardsZoneElement.observedAttributes.filter(name => name !== 'defer-hydration')
  expect(namesOf(element!.members).sort()).toEqual([...properties, 'rewards'].sort())
  expect(namesOf(element!.events)).toEqual(['loadstart', 'load', 'error', 'rewards-viewed', 'rewards-action'])
  expect(namesOf(element!.cssProperties)).toEqual([
    ...CUSTOM_PROPERTIES,
    '--rewards-overlay-offset',
    '--rewards-min-height',
  ])
})

test.each([
  ['custom-elements.json', 'dist/custom-elements.json'],
  ['integrity.json', 'dist/integrity.json'],
  ['web-types.json', 'dist/web-types.json'],
  ['package.json', 'package.json'],
])('a tool finds %s by its name in the package', (name, file) => {
  const { resolve: find } = createRequire(resolve('package.json'))
  expect(relative('.', find(`rewards-web-sdk/${name}`))).toBe(file)
})

test('the data for VS Code has the values of attributes, and the custom properties', () => {
  const [tag] = read('dist/vscode.html-custom-data.json').tags as { attributes: Named[] }[]
  expect(namesOf(tag!.attributes)).toEqual(expect.arrayContaining(RewardsZoneElement.observedAttributes))
  const loading = tag!.attributes.find(({ name }) => name === 'loading')
  expect(namesOf(loading!.values!)).toEqual(['eager', 'lazy'])
  const { properties } = read('dist/vscode.css-custom-data.json')
  expect(namesOf(properties)).toEqual(expect.arrayContaining(CUSTOM_PROPERTIES))
})

test('the data for JetBrains has the element and its events', () => {
  const { elements } = read(packageJson['web-types']).contributions.html
  const [found] = elements as { name: string; attributes: Named[]; js: { events: Named[] } }[]
  expect(found!.name).toBe('rewards-zone')
  expect(namesOf(found!.attributes)).toEqual(expect.arrayContaining(RewardsZoneElement.observedAttributes))
  expect(namesOf(found!.js.events)).toEqual(namesOf(element!.events))
})
