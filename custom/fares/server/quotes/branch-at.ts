import { distance_m, type LatLng } from '../../../geometry/model'
import { isZone, type JsonObject, wrong } from '#engine/model'
import type { BookBranch, FareBook } from '../book/book'

/**
 * The branch that serves a place: the one whose area covers it, else the nearest of those without an area; null: none.
 */
export function branchAt({ branches, covered }: FareBook, place: LatLng | null): BookBranch | null {
  if (!place) return null
  const area = covered.at(place)
  if (area) return branches.find(({ id }) => id === area.id) ?? null
  let nearest: BookBranch | null = null
  let least_m = Infinity
  for (const branch of branches) {
    if (branch.hasArea) continue
    // A branch with neither area nor place serves where no other does.
    const away_m = branch.point ? distance_m(branch.point, place) : Number.MAX_VALUE
    if (away_m >= least_m) continue
    nearest = branch
    least_m = away_m
  }
  return nearest
}

/**
 * The branch that a report is asked of; none named: the only one there is, else the whole house (null).
 * @throws {AppError} VALIDATION at `id_branch`
 */
export function askedBranch<Branch extends { readonly id: number }>(
  branches: readonly Branch[],
  id_branch: number | undefined,
): Branch | null {
  if (id_branch === undefined) return branches.length === 1 ? (branches[0] ?? null) : null
  const branch = branches.find(({ id }) => id === id_branch)
  if (!branch) throw wrong('id_branch', 'ref')
  return branch
}

/** The time zone that counts: the branch's, else the company's; an unknown one counts as none. */
export const timezoneOf = (branch: Pick<BookBranch, 'timezone'> | null, settings: JsonObject): string =>
  [branch?.timezone, settings.timezone].find((zone): zone is string => typeof zone === 'string' && isZone(zone)) ??
  'UTC'
