import type { Static, TSchema } from 'typebox'

/** The contract of one custom call, shared by both ends: `custom/<feature>/model/`. */
export interface CallContract<Req extends TSchema = TSchema, Res extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST'
  /** A POST that old clients may also make by GET, with its input in the query; the console sends POST. */
  readonly alsoGet?: true
  /**
   * Below /api/admin, e.g. `live/vehicles` or `dispatcher/:id/urlShare`; `../map/autocomplete` is directly below /api.
   */
  readonly path: string
  /**
   * Who may call it: everyone, any session, or a right on a module; `whole`: of those who have the whole of the house,
   * since what it changes is everybody's.
   */
  readonly access:
    | 'public'
    | 'session'
    | { readonly module: string; readonly right: 'see' | 'edit'; readonly whole?: true }
  /** A POST that changes nothing (a quote): no overlay is shown while it runs. */
  readonly reads?: true
  /** It adds up many rows: each person has a few such at once, and waits for the rest. */
  readonly heavy?: true
  /** Of a public call: the largest body, where a few kilobytes are too little. */
  readonly guest_bytes?: number
  /** Query string (GET) or body (POST), merged with the path parameters. */
  readonly request: Req
  /** The answer without `ok` and `msg`, which the envelope adds. */
  readonly response: Res
}

export type CallRequest<C> = C extends CallContract<infer Req, TSchema> ? Static<Req> : never
export type CallResponse<C> = C extends CallContract<TSchema, infer Res> ? Static<Res> : never

/** Declares a call, keeping the literal types of its schemas. */
export function defineCall<Req extends TSchema, Res extends TSchema>(
  contract: CallContract<Req, Res>,
): CallContract<Req, Res> {
  return contract
}
