import { isSame, type Json } from '#engine/model'
import type { ServiceDraft } from './draft'

/**
 * A draft on top of what somebody else saved meanwhile: what was changed here stays, all else is theirs. Stops that they took away are new ones.
 * @param base what the draft began with
 */
export function rebased(draft: ServiceDraft, base: ServiceDraft, theirs: ServiceDraft): ServiceDraft {
  const own = (Object.keys(draft) as (keyof ServiceDraft)[]).filter((name) => !isSame(plain(draft[name]), plain(base[name])))
  const mine = Object.fromEntries(own.map((name) => [name, draft[name]])) as Partial<ServiceDraft>
  const known = new Set(theirs.stops.map(({ id }) => id))
  return {
    ...theirs,
    ...mine,
    ...(mine.stops ? { stops: mine.stops.map((stop) => (known.has(stop.id) ? stop : { ...stop, id: null })) } : {}),
  }
}

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json
