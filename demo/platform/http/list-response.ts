import { Readable } from 'node:stream'

/** How many rows of a list are in memory at a time. */
export const LIST_PAGE = 500

/** Reads a list page by page. `read` returns the next `LIST_PAGE` rows after the last one. */
export async function* pagesOf<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const page = await read(last)
    yield page
    last = page.at(-1)
    if (page.length < LIST_PAGE) return
  }
}

/**
 * Responds with a whole list as JSON. A list of more than one page is sent while it is read, so that it is never in memory as a whole, and so that other
 * requests get their turn. An error after the first page breaks the response off.
 */
export async function listResponse<Row>(
  pages: AsyncGenerator<Row[]>,
  describe: (rows: Row[]) => unknown[],
): Promise<Response> {
  const first = await pages.next()
  const rows = first.done ? [] : describe(first.value)
  const second = await pages.next()
  if (second.done) return Response.json(rows)
  const parts = Readable.from(partsOf(rows, describe(second.value), pages, describe))
  return new Response(Readable.toWeb(parts) as ReadableStream<Uint8Array>, {
    headers: { 'Content-Type': 'application/json' },
  })
}

async function* partsOf<Row>(
  first: unknown[],
  second: unknown[],
  rest: AsyncGenerator<Row[]>,
  describe: (rows: Row[]) => unknown[],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let isEmpty = true
  const part = (entries: unknown[]) => {
    const text = entries.map(entry => JSON.stringify(entry)).join()
    const joined = isEmpty || !text ? text : `,${text}`
    isEmpty &&= !text
    return encoder.encode(joined)
  }
  yield encoder.encode('[')
  yield part(first)
  yield part(second)
  for await (const page of rest) yield part(describe(page))
  yield encoder.encode(']')
}
