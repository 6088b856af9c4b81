import type { LatLng } from '../../../geometry/model'
import type { Place, Places, Route, Suggestion } from './places'

/** The questions for a service, by which uses are counted, priced and reported. */
const QUESTIONS = ['autocomplete', 'place', 'geocode', 'route', 'matrix'] as const
export type PlaceQuestion = (typeof QUESTIONS)[number]

/**
 * Why a service did not answer: the key (denied), too many questions (limited), this question (too_big, refused), or
 * the service itself.
 */
export type PlaceErrorCode = 'denied' | 'limited' | 'too_big' | 'refused' | 'down' | 'slow' | 'bad_answer'

/** A service was asked and gave no usable answer. */
export class PlaceError extends Error {
  readonly code: PlaceErrorCode
  /** What it said, without keys; goes into the error report. */
  readonly data: { readonly [fact: string]: string | number | null }
  /** Seconds it asks to be left alone; null: it does not say. */
  readonly retry_s: number | null

  constructor(
    code: PlaceErrorCode,
    data: PlaceError['data'] = {},
    retry_s: number | null = null,
    options?: ErrorOptions,
  ) {
    super(code, options)
    this.name = 'PlaceError'
    this.code = code
    this.data = data
    this.retry_s = retry_s
  }
}

export type PlaceMatrix = Awaited<ReturnType<Places['matrix']>>

/**
 * One map service behind one key, with only the questions it supports. Each answers, or throws a PlaceError; an empty
 * list or null is an answer: nothing was found.
 */
export interface PlaceService {
  autocomplete?(asked: AskedText): Promise<readonly Suggestion[]>
  /** @param id as the service itself gave it out */
  place?(id: string, session: string | null): Promise<Place | null>
  geocode?(at: LatLng): Promise<Place | null>
  route?(points: readonly LatLng[]): Promise<Route | null>
  matrix?(from: readonly LatLng[], to: readonly LatLng[]): Promise<PlaceMatrix | null>
}

interface AskedText {
  readonly query: string
  readonly near: LatLng | null
  readonly session: string | null
}

/** What an adapter is made of. */
export interface ServiceRoom {
  /** Address that the root user set, without a trailing slash; null: the provider's public one. */
  readonly url: string | null
  readonly api_key: string | null
  readonly language: string
  /** ISO 3166 in small letters; null: anywhere. */
  readonly country: string | null
  readonly http: AskJson
}

/**
 * Asks for JSON; the only way out of this process to map services (see ask-json.ts).
 * @throws {PlaceError} down, slow, bad_answer
 */
export type AskJson = (request: JsonRequest) => Promise<JsonAnswer>
export interface JsonRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: { readonly [name: string]: string }
  readonly body?: unknown
}
export interface JsonAnswer {
  readonly status: number
  /** Unchecked, and undefined where the body is not JSON. */
  readonly json: unknown
  readonly retry_s: number | null
}
