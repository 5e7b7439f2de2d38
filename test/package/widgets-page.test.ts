import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CUSTOM_PROPERTIES } from '../../widgets/theme/custom-properties.js'

const page = readFileSync('docs/theming.md', 'utf8')
const named = new Set([...page.matchAll(/`([\w-]+)`/g)].map(([, name]) => name))

/** The parts in the markup of a folder, save what is filled in. */
const partsIn = (folder: string) =>
  readdirSync(`widgets/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.tsx'))
    .flatMap(path => [...readFileSync(`widgets/${folder}/${path}`, 'utf8').matchAll(/\bpart="([^"]+)"/g)])
    .flatMap(([, parts]) => parts!.split(' '))

describe('the page about theming', () => {
  test.each([
    'kit',
    'share',
    'cta',
    'hero',
    'form',
    'panel',
    'offer',
    'creative',
    'stack',
  ])('names each part of %s', folder => {
    expect(partsIn(folder).length).toBeGreaterThan(0)
    expect(partsIn(folder).filter(part => !named.has(part))).toEqual([])
  })

  test('names each custom property', () => {
    expect(CUSTOM_PROPERTIES.filter(token => !named.has(token))).toEqual([])
  })
})
