import type { Static } from 'typebox'
import type { LoggedClient } from '../../../widgets/model'
import type { ClientWords } from '../../model/page-words'
import type { clientPageCall } from '../../model/ride-calls'

export type ClientPage = Static<typeof clientPageCall.response>

/** What every view of the page draws with. */
export interface PageContext {
  readonly page: ClientPage
  readonly client: LoggedClient | null
  /** A text of the page; `#` in it is replaced. */
  readonly say: (word: keyof ClientWords, value?: string) => string
  /**
   * Below `client/`, with the client's token; where the session is over the page asks for the log-in.
   * @throws {PublicFailure}
   */
  readonly get: <Answer>(path: string, query?: { readonly [name: string]: string }) => Promise<Answer>
  readonly post: <Answer>(path: string, input?: object) => Promise<Answer>
  /** Tells screen readers, and shows for a moment. */
  readonly tell: (text: string) => void
  /** Keeps who is logged in; the view goes on. */
  readonly know: (client: LoggedClient | null) => void
  readonly logIn: (client: LoggedClient) => void
  readonly logOut: () => void
  readonly when: (moment: string) => string
  readonly hour: (moment: string) => string
}

/** A view: drawn once when its address is opened; `close` ends what it keeps running. */
export interface PageView {
  readonly title: string
  readonly node: HTMLElement
  readonly close?: () => void
}
