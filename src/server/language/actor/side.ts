import type { Scopes } from '../../../model/application'
import type { Actor } from '../../../model/rights/actor'
import { isHouse } from '../../../model/rights/house'

/** For whom somebody speaks: the house, an owner such as a company, or only themselves. Stored with what they say. */
export const HOUSE = 'house'

export function sideOf(scopes: Scopes, actor: Pick<Actor, 'id' | 'root' | 'operator' | 'scopes'>): string {
  if (isHouse(scopes, actor)) return HOUSE
  const owner = Object.keys(scopes).find(
    (name) =>
      scopes[name]?.divides === undefined && scopes[name]?.as === undefined && typeof actor.scopes[name] === 'number',
  )
  return owner === undefined ? `user:${actor.id}` : `${owner}:${String(actor.scopes[owner])}`
}

/** What decides who reads a comment. */
interface Said {
  readonly internal: boolean
  readonly side: string
}

/**
 * Whether people of a side read a comment: the house all, others what is not internal and said by the house or by
 * themselves.
 */
export const reads = (side: string, said: Said): boolean =>
  side === HOUSE || (!said.internal && (said.side === HOUSE || said.side === side))

/** Note of the lines of the log that only the house reads. */
export const INTERNAL_NOTE = 'comment:internal'
