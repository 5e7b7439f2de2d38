import { readFileSync } from 'node:fs'
import { compile } from 'svelte/compiler'
import { expect, test } from 'vitest'
import { compileScript, parse } from 'vue/compiler-sfc'

const blocksOf = (name: string) =>
  [...readFileSync(`docs/${name}.md`, 'utf8').matchAll(new RegExp(`^\`\`\`${name}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code]) => code!,
  )

/** What the declarations of an entry export. */
const exportsOf = (name: string) => readFileSync(`dist/types/frameworks/${name}/index.d.ts`, 'utf8')

/** What the page of a framework imports from its entry. */
const importsOf = (name: string) =>
  [...readFileSync(`docs/${name}.md`, 'utf8').matchAll(/import \{ (.*) \} from 'rewards-web-sdk\/\w+'/g)].flatMap(
    ([, names]) => names!.split(', '),
  )

test.each(blocksOf('vue'))('the component on the page about Vue compiles: %#', code => {
  const { descriptor, errors } = parse(code)
  expect(errors).toEqual([])
  const { content, warnings } = compileScript(descriptor, { id: 'page', inlineTemplate: true })
  expect(content).toContain('rewards-web-sdk/vue')
  expect(warnings ?? []).toEqual([])
})

test.each(blocksOf('svelte'))('the component on the page about Svelte compiles: %#', code => {
  const { js, warnings } = compile(code, { generate: 'client' })
  expect(js.code).toContain('rewards-web-sdk/svelte')
  expect(warnings).toEqual([])
})

test.each(['vue', 'svelte'])('the page about %s imports what its entry exports', name => {
  const exported = exportsOf(name)
  expect(importsOf(name).length).toBeGreaterThan(4)
  expect(importsOf(name).filter(imported => !new RegExp(`\\b${imported}\\b`).test(exported))).toEqual([])
})
