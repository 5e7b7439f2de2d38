import { useSyncExternalStore } from 'react'
import { LOADING, type Loaded, type LoadingSource } from '../loading-source.js'

/** What a component knows about something that it loads, and how to load it again. */
export interface Reloadable<Value> extends Loaded<Value> {
  /** Loads the value again. Never rejects: a failure is the `error`. */
  reload(): Promise<void>
}

/** Renders the component whenever a source changes. A server, and the page while it is hydrated, renders that the value is loading. */
export function useSource<Value>({ get, subscribe, reload }: LoadingSource<Value>): Reloadable<Value> {
  const state = useSyncExternalStore(subscribe, get, atServer)
  return { ...state, reload }
}

const atServer = () => LOADING
