import { SaxesParser } from 'saxes'
import { RestError } from '../../http/rest-error.js'
import { decode } from '../decode.js'
import { MAX_ROW_LENGTH, unreadable } from '../row.js'

/** The maximum nesting of elements. A cell with formatted text is eight levels deep. The parser keeps each open element. */
const MAX_LEVEL = 64

/** The maximum length of what the parser keeps until it reports it: a tag with its attributes, a text or a comment. */
const MAX_PART_LENGTH = 2 * MAX_ROW_LENGTH

/** Handles the parts of an XML document in their order. Names are without prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads an XML document. Yields after each piece, so that the caller can use what the handlers have collected. Throws
 * `invalid_parameter` for a document that is damaged, or that the parser cannot read without filling the memory.
 */
export async function* readXml(content: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser()
  let level = 0
  let reportedAt = 0
  const reported = () => {
    reportedAt = parser.position
  }
  parser.on('opentag', ({ name, attributes }) => {
    level += 1
    if (level > MAX_LEVEL) throw unreadable(`The XLSX file has more than ${MAX_LEVEL} levels of elements`)
    reported()
    handlers.open?.(localName(name), attributes)
  })
  const onText = (text: string) => {
    reported()
    handlers.text?.(text)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', ({ name }) => {
    level -= 1
    reported()
    handlers.close?.(localName(name))
  })
  for (const event of ['comment', 'processinginstruction', 'doctype'] as const) parser.on(event, reported)
  for await (const text of decode(content)) {
    parse(() => parser.write(text))
    if (parser.position - reportedAt > MAX_PART_LENGTH)
      throw unreadable(`The XLSX file has a part with more than ${MAX_PART_LENGTH} characters`)
    yield
  }
  parse(() => parser.close())
  yield
}

/** Reads an XML document to its end. */
export async function readWholeXml(content: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXml(content, handlers)) {
    // The handlers collect what they need.
  }
}

function parse(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (error instanceof RestError) throw error
    throw unreadable(`The XLSX file is damaged: ${Object(error).message}`)
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
