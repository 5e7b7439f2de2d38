import { SaxesParser } from 'saxes'
import { decode } from '../decode.js'
import { unreadable } from '../row.js'

/** Handles the parts of an XML document in their order. Names are without prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** Reads an XML document. Yields after each piece, so that the caller can use what the handlers have collected. */
export async function* readXml(content: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => handlers.open?.(localName(name), attributes))
  parser.on('text', text => handlers.text?.(text))
  parser.on('cdata', text => handlers.text?.(text))
  parser.on('closetag', ({ name }) => handlers.close?.(localName(name)))
  for await (const text of decode(content)) {
    parse(() => parser.write(text))
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
    throw unreadable(`The XLSX file is damaged: ${Object(error).message}`)
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
