import { HttpError } from 'react-admin'
import type { PriceConflict } from '../../model/prices-calls'

/** The prices that somebody else changed, as a refused saving tells them; none when it was refused for another reason. */
export function conflictsIn(error: unknown): readonly PriceConflict[] {
  const body: unknown = error instanceof HttpError ? error.body : null
  const told: unknown = typeof body === 'object' && body !== null && 'conflicts' in body ? body.conflicts : null
  return Array.isArray(told) ? told.filter(isConflict) : []
}

const isConflict = (one: unknown): one is PriceConflict =>
  typeof one === 'object' && one !== null && 'id_zone_from' in one && 'id_zone_to' in one && 'amount' in one && 'version' in one
