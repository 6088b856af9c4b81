import { Type, type Static } from 'typebox'
import { defineCall, Flag, Latitude, Longitude, NumberOrNull } from '#engine/model'

/**
 * Joins the suggestions of one search and the `place` that ends it: paid services charge them as one. Made by the
 * browser, used once.
 */
const SessionToken = Type.String({ minLength: 8, maxLength: 64, pattern: '^[\\w-]+$' })

const FoundPlace = Type.Object({
  id: Type.String(),
  name: Type.String(),
  address: Type.String(),
  /** Null: known only to `map/place`. */
  lat: NumberOrNull,
  lng: NumberOrNull,
  /** What the user should know before choosing it. */
  hint: Type.Optional(Type.String()),
})
export type FoundPlace = Static<typeof FoundPlace>

/**
 * `POST map/autocomplete`: up to ten places for the typed text; with `lat` and `lng` the nearest first among equals.
 */
export const placeAutocompleteCall = defineCall({
  method: 'POST',
  path: '../map/autocomplete',
  access: 'session',
  reads: true,
  request: Type.Object(
    {
      query: Type.String({ maxLength: 200 }),
      sessiontoken: Type.Optional(SessionToken),
      lat: Type.Optional(Latitude),
      lng: Type.Optional(Longitude),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ items: Type.Array(FoundPlace, { maxItems: 10 }) }),
})

/** `GET map/place`: where a suggestion is; ends the session of its token. @throws NOT_FOUND for an unknown id */
export const placeCall = defineCall({
  method: 'GET',
  path: '../map/place',
  access: 'session',
  request: Type.Object(
    {
      id: Type.String({ minLength: 1, maxLength: 500 }),
      sessiontoken: Type.Optional(SessionToken),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ lat: Type.Number(), lng: Type.Number(), name: Type.String(), address: Type.String() }),
})

/** `GET map/geocode`: what is at a point; both texts are empty where nothing is known. */
export const geocodeCall = defineCall({
  method: 'GET',
  path: '../map/geocode',
  access: 'session',
  request: Type.Object({ lat: Latitude, lng: Longitude }, { additionalProperties: false }),
  response: Type.Object({
    name: Type.String(),
    address: Type.String(),
    /** The streets are known, and there are none: the sea. */
    is_nowhere: Type.Optional(Flag),
  }),
})
