import { QueryClient } from '@tanstack/react-query'
import type { AuthProvider, Store } from 'react-admin'
import { createAuthProvider, type SessionStanding } from './auth-provider'
import { createConfirmation, type Confirmation } from '../session/confirmation'
import { createSession, type BrowserSession } from '../session/session'
import { statusOf } from '../provider/failure'
import { createHttp } from '../provider/http'
import { createLookup } from '../provider/lookup'
import { createProvider } from '../provider/provider'
import { withRemotes } from '../provider/remotes'
import { createShellCalls, type ShellCalls } from '../provider/shell-calls'
import { createUploads } from '../provider/uploads'
import { createTraffic, type TrafficMeter } from '../provider/traffic'
import type { Lookup } from '../../ui/lookup'
import type { Uploads } from '../../ui/inputs/upload'
import { startLanguage, type InterfaceTexts } from '../words/i18n'
import type { ConsoleDataProvider } from './provider'
import { sessionKey } from '../session/session-queries'
import { createLock, type ConsoleLock } from './lock'
import { createSettling, type SettlingQuestion } from './settling'
import { recentChoices } from './recent-choices'
import { storage } from '../session/storage'

// Settings that end with the session; columns, page sizes, theme and language stay in the browser.
const OF_THE_SESSION = /\.(listParams|selectedIds|datagrid\.expanded)$/
// What is ticked is ticked in one tab: another that opens the same list begins without, and would take it away here.
const OF_THE_TAB = /\.selectedIds$/

/** react-admin's store under the console's own storage prefix, alike in all tabs but for where each is in its lists. */
function createStore(): Store {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const here = new Map<string, unknown>()
  const read = (key: string): unknown => (OF_THE_TAB.test(key) ? here.get(key) : storage.read(key))
  const write = (key: string, value: unknown): void => {
    if (OF_THE_TAB.test(key)) here.set(key, value)
    else storage.write(key, value)
  }
  const keys = (): string[] => [...here.keys(), ...storage.keys()]
  const publish = (key: string): void => {
    const value = read(key)
    for (const listener of listeners.get(key) ?? []) listener(value)
  }
  const remove = (gone: string[]): void => {
    for (const key of gone) {
      write(key, undefined)
      publish(key)
    }
  }
  let unwatch = (): void => {}
  return {
    // A filter that another tab sets is the next visit's, not what somebody is looking at here.
    setup: () => void (unwatch = storage.watch((key) => !OF_THE_SESSION.test(key) && publish(key))),
    teardown: () => unwatch(),
    getItem: <T>(key: string, otherwise?: T) => (read(key) as T | undefined) ?? otherwise,
    setItem(key, value) {
      write(key, value)
      publish(key)
    },
    removeItem: (key) => remove([key]),
    removeItems: (prefix) => remove(keys().filter((key) => key.startsWith(prefix))),
    reset: () => remove(keys().filter((key) => OF_THE_SESSION.test(key))),
    subscribe(key, callback) {
      const told = listeners.get(key) ?? new Set()
      listeners.set(key, told.add(callback))
      return () => void told.delete(callback)
    },
    listItems: (prefix = '') =>
      Object.fromEntries(
        keys()
          .filter((key) => key.startsWith(prefix))
          .map((key) => [key, read(key)]),
      ),
  }
}

/** Everything of the console that is not a component, made once. */
export interface Engine {
  readonly session: BrowserSession
  readonly calls: ShellCalls
  readonly confirmation: Confirmation
  readonly settling: SettlingQuestion
  readonly lock: ConsoleLock
  readonly traffic: TrafficMeter
  readonly queries: QueryClient
  readonly store: Store
  readonly authProvider: AuthProvider
  readonly dataProvider: ConsoleDataProvider
  readonly lookup: Lookup
  readonly uploads: Uploads
  /** The last answer of `verify`, for the providers, which live outside React; the session gate sets it. */
  readonly standing: () => SessionStanding
  readonly stand: (standing: SessionStanding) => void
  /** Whether the profile's language is another than the one noted last; remembered when the tree is drawn anew. */
  readonly isNewLanguage: (language: string) => boolean
  readonly noteLanguage: (language: string) => void
  /** The words in use; set at the start, once they are loaded. */
  words: InterfaceTexts | null
}

export function createEngine(): Engine {
  // Reloaded, so that nothing of one account is left on the page of another (spec §4).
  const goHome = (): void => window.location.assign('/')
  const session = createSession(goHome)
  const traffic = createTraffic()
  const queries = createQueries()
  const confirmation = createConfirmation()
  const settling = createSettling()
  const lock = createLock(session)
  const http = createHttp({
    token: session.token,
    language: () => engine.words?.provider.getLocale() ?? startLanguage(),
    say: (key) => engine.words?.provider.translate(key) ?? '',
    traffic,
    onDeadToken: (token) => session.end(token, 'expired'),
    onUnsure: confirmation.ask,
    onOpen: settling.ask,
    isAway: lock.isAway,
    onShut: async (code) => {
      const token = session.token()
      if (token === null) return
      if (code === 'ENROL') return void queries.invalidateQueries({ queryKey: sessionKey(token) })
      lock.lock()
      await lock.opened()
    },
  })
  const calls = createShellCalls(http)
  let standing: SessionStanding = { verified: null, model: null }
  let profileLanguage = ''
  const model = () => standing.model
  const engine: Engine = {
    session,
    calls,
    confirmation,
    settling,
    lock,
    traffic,
    queries,
    store: createStore(),
    authProvider: createAuthProvider(session, calls, () => standing),
    dataProvider: withRemotes(
      createProvider(http, model, (token) => {
        session.beginAs(token)
        goHome()
      }),
      model,
      { say: (key, params) => engine.words?.provider.translate(key, params) ?? '', traffic },
    ),
    uploads: createUploads(http, (key) => engine.words?.provider.translate(key) ?? ''),
    lookup: createLookup(http, model, queries, recentChoices),
    standing: () => standing,
    stand: (next) => void (standing = next),
    isNewLanguage: (language) => language !== '' && language !== profileLanguage,
    noteLanguage: (language) => void (profileLanguage = language),
    words: null,
  }
  return engine
}

function createQueries(): QueryClient {
  // The server may be this machine, without any network: never wait for the browser to be online.
  const networkMode = 'always'
  // One more try, as the server may be restarting; a refusal would be the same again.
  const retry = (failures: number, error: unknown): boolean =>
    failures < 1 && [0, 502, 503, 504].includes(statusOf(error) ?? -1)
  return new QueryClient({ defaultOptions: { queries: { networkMode, retry }, mutations: { networkMode } } })
}
