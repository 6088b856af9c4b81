import { isMine as isMineNow, SHARES } from '../share'

/** What a plan has to know of a kind of call. */
export interface Planned {
  readonly name: string
  /** Among the few that matter most: every run tries it, as one account of each group. */
  readonly core?: true
}

/** Accounts × kinds of call before one catalogue, each by its place in its list. */
export interface Grid {
  readonly catalogue: string
  /** One for each account: equal for those to whom the catalogue promises the same. */
  readonly groups: readonly string[]
  readonly kinds: readonly Planned[]
  readonly arises: (account: number, kind: number) => boolean
}

/** One kind of call as one account. */
export interface Unit {
  readonly account: number
  readonly kind: number
  /** It is another run's, and tried since every run tries it. */
  readonly extra: boolean
}

export interface Plan {
  readonly units: readonly Unit[]
  /** How many a full run tries. */
  readonly of: number
}

type Share = (place: number) => boolean

/**
 * What this run tries of a catalogue: the units of its share, and the core as one account of each group. A unit's place
 * is the sum of its account's and its kind's, so ten runs take each unit once, and where ten accounts or more try a
 * kind each run tries it as one of them.
 */
export function planOf(grid: Grid, isMine: Share = isMineNow): Plan {
  const { catalogue, groups, kinds, arises } = grid
  // Catalogues begin at different places: an account that tries one kind here tries another kind there.
  const start = [...catalogue].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const core = coreOf(grid, isMine)
  const all = groups.flatMap((_, account) =>
    kinds.flatMap((_, kind) => (arises(account, kind) ? [{ account, kind }] : [])),
  )
  const units = all.flatMap(({ account, kind }) => {
    const extra = !isMine(start + account + kind)
    return !extra || core.get(account)?.has(kind) ? [{ account, kind, extra }] : []
  })
  return { units, of: all.length }
}

/**
 * Of each group one account, in every run another one, with the core's kinds that arise for it: where none does, with
 * its first of all.
 */
function coreOf({ groups, kinds, arises }: Grid, isMine: Share): ReadonlyMap<number, ReadonlySet<number>> {
  const turn = Math.max(0, Array.from({ length: SHARES }, (_, place) => place).findIndex(isMine))
  return new Map(
    [...new Set(groups)].map((group) => {
      const members = groups.flatMap((one, account) => (one === group ? [account] : []))
      const account = members[turn % members.length] ?? 0
      const arising = kinds.flatMap(({ core }, kind) => (arises(account, kind) ? [{ kind, core }] : []))
      const most = arising.some(({ core }) => core) ? arising.filter(({ core }) => core) : arising.slice(0, 1)
      return [account, new Set(most.map(({ kind }) => kind))]
    }),
  )
}
