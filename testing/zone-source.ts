import type { Data, WidgetContent } from '../src/api.js'
import type { TestConsumer } from './person.js'

/** What a zone shows: a widget, JSON of your own, a text, HTML (a text that begins with `<`), or null for nothing. */
export type ZoneContent = WidgetContent | Json | string | null

/** An object that is neither a promise nor a function. An interface has no index signature, so that it is not `Data`. */
type Json = Data | (object & { then?: never; bind?: never })

/** Computes the content of a zone for a request. */
export type ZoneSource = ZoneContent | ((request: { data: Data; consumer: TestConsumer }) => ZoneContent)
