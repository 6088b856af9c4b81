import type { Runtime } from '../runtime'

/** A call of a program outside, as it came. */
export interface InboundRequest {
  readonly method: 'GET' | 'POST'
  readonly params: { readonly [name: string]: string }
  readonly query: { readonly [name: string]: string }
  /** The whole address that was called, as a proxy that is trusted says it: some signatures are over it. */
  readonly url: string
  /** By its name in small letters. */
  readonly header: (name: string) => string | null
  /** The bytes that a signature is over; empty for a GET. */
  readonly body: Buffer
  /** The network of the caller's address, for limits. */
  readonly network: string
}

export interface InboundAnswer {
  readonly status: number
  readonly text?: string
  /** Of the text; default plain. */
  readonly type?: string
  /** Content security policy of a page, in place of the console's. */
  readonly policy?: string
}

/** A call that another system makes without a session (a webhook). `handle` authenticates it. */
export interface InboundCall {
  /** Below /api/hooks, with parts: `chats/:key`. */
  readonly path: string
  /** A larger body is refused before it is read. */
  readonly max_bytes: number
  /** @throws {AppError} answered as any other call's */
  readonly handle: (runtime: Runtime, request: InboundRequest) => Promise<InboundAnswer>
}
