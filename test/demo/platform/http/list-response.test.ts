import { describe, expect, test } from 'vitest'
import { LIST_PAGE, listResponse, pagesOf } from '../../../../demo/platform/http/list-response.js'

interface Row {
  position: number
}

/** A list of so many rows, and the pages that were read of it. */
function listOf(length: number) {
  const read: number[] = []
  const pages = pagesOf<Row>(async last => {
    const start = last ? last.position + 1 : 0
    const page = Array.from({ length: Math.min(LIST_PAGE, length - start) }, (_, n) => ({ position: start + n }))
    read.push(page.length)
    return page
  })
  return { pages, read }
}

const describeRows = (rows: Row[]) => rows.map(({ position }) => ({ id: `row ${position}`, note: 'a, "b"' }))

describe('a list', () => {
  test.each([
    0,
    1,
    LIST_PAGE - 1,
    LIST_PAGE,
    LIST_PAGE + 1,
    2 * LIST_PAGE,
    3 * LIST_PAGE + 7,
  ])('of %i rows is the same as if it had been read at once', async length => {
    const response = await listResponse(listOf(length).pages, describeRows)
    const whole = describeRows(Array.from({ length }, (_, position) => ({ position })))
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.text()).toBe(JSON.stringify(whole))
  })

  test('can be without the rows of a page', async () => {
    const odd = (rows: Row[]) =>
      rows.filter(({ position }) => position >= 2 * LIST_PAGE).map(({ position }) => position)
    const response = await listResponse(listOf(2 * LIST_PAGE + 2).pages, odd)
    expect(await response.json()).toEqual([2 * LIST_PAGE, 2 * LIST_PAGE + 1])
  })

  test('is read no faster than it is sent', async () => {
    const { pages, read } = listOf(100 * LIST_PAGE)
    const response = await listResponse(pages, describeRows)
    const reader = response.body!.getReader()
    await reader.read()
    expect(read.length).toBeLessThan(30)
    await reader.cancel()
  })

  test('whose first page cannot be read rejects, so that the response is an error', async () => {
    const failing = pagesOf<Row>(() => Promise.reject(new Error('no database')))
    await expect(listResponse(failing, describeRows)).rejects.toThrow('no database')
  })
})
