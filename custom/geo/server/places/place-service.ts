import type { LatLng } from '../../model/lat-lng'
import type { Place, Places, Route, Suggestion } from './places'

/** What is asked of a service: how uses are counted, priced and reported. */
const QUESTIONS = ['autocomplete', 'place', 'geocode', 'route', 'matrix'] as const
export type Question = (typeof QUESTIONS)[number]

/** Why a service did not answer: for the key (denied), too often (limited), this question (too_big, refused), or itself. */
export type PlaceErrorCode = 'denied' | 'limited' | 'too_big' | 'refused' | 'down' | 'slow' | 'bad_answer'

/** A service was asked and gave no answer that can be used. */
export class PlaceError extends Error {
  readonly code: PlaceErrorCode
  /** What it said, without keys: goes into the error report. */
  readonly data: { readonly [fact: string]: string | number | null }
  /** Seconds it asks to be left alone; null: it does not say. */
  readonly retry_s: number | null

  constructor(code: PlaceErrorCode, data: PlaceError['data'] = {}, retry_s: number | null = null, options?: ErrorOptions) {
    super(code, options)
    this.name = 'ServiceFault'
    this.code = code
    this.data = data
    this.retry_s = retry_s
  }
}

export type Matrix = Awaited<ReturnType<Places['matrix']>>

/**
 * One map service behind one key: only the questions it can be asked are there. Each answers, or throws a ServiceFault; an empty list or
 * null is an answer: it knows of nothing.
 */
export interface PlaceService {
  autocomplete?(asked: AskedText): Promise<readonly Suggestion[]>
  /** @param id as the service itself gave it out */
  place?(id: string, session: string | null): Promise<Place | null>
  geocode?(at: LatLng): Promise<Place | null>
  route?(points: readonly LatLng[]): Promise<Route | null>
  matrix?(from: readonly LatLng[], to: readonly LatLng[]): Promise<Matrix | null>
}

interface AskedText {
  readonly query: string
  readonly near: LatLng | null
  readonly session: string | null
}

/** What an adapter is made of. */
export interface ServiceRoom {
  /** Address the root set, without a slash at its end; null: the provider's public one. */
  readonly url: string | null
  readonly api_key: string | null
  readonly language: string
  /** ISO 3166 in small letters; null: anywhere. */
  readonly country: string | null
  readonly http: AskJson
}

/** Asks for JSON; the one way out of this process to map services (see ask-json.ts). @throws {ServiceFault} down, slow, bad_answer */
export type AskJson = (request: JsonRequest) => Promise<JsonAnswer>
export interface JsonRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: { readonly [name: string]: string }
  readonly body?: unknown
}
export interface JsonAnswer {
  readonly status: number
  /** Unchecked, and undefined where the body is no JSON. */
  readonly json: unknown
  readonly retry_s: number | null
}
