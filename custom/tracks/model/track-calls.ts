import { Type, type Static } from 'typebox'
import { defineCall, Id, IdOrNull, NumberOrNull, orNull, TextOrNull, When } from '#engine/model'

/** Points that one answer draws; of more each so-manieth is taken. */
export const MAX_DRAWN = 4000
/** Days of one question. */
export const MAX_DAYS = 31

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** Whose track: a driver's of some days, or that of a ride. */
export const TrackAsked = Type.Object({
  id_user: Type.Optional(Id),
  id_service: Type.Optional(Id),
  /** Days on the clock of the driver's branch, both included; without them today. A ride's are those of the ride. */
  date_from: Type.Optional(Day),
  date_to: Type.Optional(Day),
})

/** A point of a track (spec 2 §3, Tracking point), with its moment. */
export const TrackItem = Type.Object({
  id: Type.Integer(),
  lat: Type.Number(),
  lng: Type.Number(),
  /** Degrees clockwise from north. */
  course: NumberOrNull,
  /** Kilometres per hour. */
  speed: NumberOrNull,
  /** Per cent. */
  battery_level: NumberOrNull,
  mode: TextOrNull,
  date: When,
})
export type TrackItem = Static<typeof TrackItem>

const Place = { lat: Type.Number(), lng: Type.Number() }

/**
 * `GET trackings`: where a driver was, in order of time; of many points `items` is a part, of which `total` says the
 * whole. Stops, speeding and the way's length are reckoned of all.
 * @throws NOT_FOUND (no such driver or ride in the asker's scope, or a ride that is none of theirs now), VALIDATION at
 * the dates
 */
export const trackingsCall = defineCall({
  method: 'GET',
  path: 'trackings',
  access: 'session',
  heavy: true,
  request: TrackAsked,
  response: Type.Object({
    items: Type.Array(TrackItem, { maxItems: MAX_DRAWN }),
    /** Fixes of the track in all. */
    total: Type.Integer(),
    /** How many fixes stand for one item; 1: all are here. */
    every: Type.Integer(),
    driver: orNull(Type.Object({ id: Id, name: TextOrNull, surname: TextOrNull })),
    id_service: IdOrNull,
    /** The zone whose days were asked for; the screen tells its moments by it. */
    zone: Type.String(),
    date_from: TextOrNull,
    date_to: TextOrNull,
    /** Metres. */
    distance: Type.Integer(),
    /** Kilometres per hour above which a stretch is speeding. */
    speed_limit: Type.Number(),
    stops: Type.Array(Type.Object({ ...Place, date_from: When, date_to: When, duration: Type.Integer() })),
    speeding: Type.Array(Type.Object({ ...Place, date_from: When, date_to: When, speed: Type.Number() })),
  }),
})
export type Track = Static<typeof trackingsCall.response>

/** `GET` or `POST trackings/export`: all fixes of the same question as a sheet (`format`: xlsx, csv). */
export const trackingsExportCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: 'trackings/export',
  access: 'session',
  heavy: true,
  request: Type.Object({
    ...TrackAsked.properties,
    format: Type.Optional(Type.Enum(['xlsx', 'csv'])),
    /**
     * What the spec's export form sends: the question as JSON, the kind of file, and the session, which is read before.
     */
    params: Type.Optional(Type.String({ maxLength: 2000 })),
    export: Type.Optional(Type.Enum(['xlsx', 'csv'])),
    token: Type.Optional(Type.String()),
  }),
  response: Type.Object({}),
})
