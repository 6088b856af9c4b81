import type { LoggedClient } from '../../../widgets/model'
import type { StoreMenu } from '../../model/client-calls'
import type { StoreWords } from '../../model/page-words'
import type { KeptCart } from './cart'

/** What every view of a store's page draws with. */
export interface StoreContext {
  readonly menu: StoreMenu
  readonly cart: KeptCart
  readonly client: () => LoggedClient | null
  /** A text of the page; `#` in it is replaced. */
  readonly say: (word: keyof StoreWords, value?: string | number) => string
  /** An amount as the house writes it. */
  readonly money: (amount: number) => string
  /**
   * Below `client/`, with the client's token; where the session is over, the page asks for the log-in.
   * @throws {PublicFailure}
   */
  readonly get: <Answer>(path: string, query?: { readonly [name: string]: string }) => Promise<Answer>
  readonly post: <Answer>(path: string, input?: object) => Promise<Answer>
  readonly know: (client: LoggedClient | null) => void
  /** Tells screen readers, and shows for a moment. */
  readonly tell: (text: string) => void
  readonly go: (hash: string) => void
  readonly clock: (moment: string) => string
}

/** A view: drawn when its address is opened; `close` ends what it keeps running. */
export interface StoreView {
  readonly title: string
  readonly node: HTMLElement
  readonly close?: () => void
}
