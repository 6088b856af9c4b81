import type { Entity } from '../../src/model/entity'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import type { Account } from './matrix-accounts'
import type { Expected } from './matrix-expected'
import type { Seed } from './matrix-seed'

/**
 * A row's standing to an account: one's own, one that may only be read, one of somebody else, one removed, one that
 * never was.
 */
export const STANDINGS = ['mine', 'shared', 'foreign', 'gone', 'none'] as const
export type Standing = (typeof STANDINGS)[number]

const NO_ROW = 2_000_000_000

/** An account before a catalogue, with all that the independent reading says of the two. */
export interface Situation {
  readonly account: Account
  readonly resource: Resource
  readonly entity: Entity
  readonly see: boolean
  readonly edit: boolean
  /** Whether the account reads the activity of its records. */
  readonly log: boolean
  /** The rows it may see, rights aside, and those it may change. */
  readonly sees: ReadonlySet<Json>
  readonly owns: ReadonlySet<Json>
  /** A row of each standing that there is. */
  readonly rows: { readonly [standing in Standing]?: Json }
}

export function situationOf(
  account: Account,
  resource: Resource,
  entity: Entity,
  expected: Expected,
  seeds: readonly Seed[],
): Situation {
  const [sees, owns] = [expected.reach(account, resource), expected.reach(account, resource, 'write')]
  const made = new Set(seeds.filter((seed) => seed.entity === resource.entity).map(({ id }) => id))
  const all = [...(expected.rows.get(resource.entity) ?? [])].filter(([, row]) => expected.isOf(account, resource, row))
  const living = all.filter(([, row]) => row.date_deleted === null).map(([id]) => id)
  const first = (ids: readonly Json[]): Json | undefined => ids.find((id) => made.has(id)) ?? ids[0]
  return {
    account,
    resource,
    entity,
    ...expected.right(account, resource),
    log: expected.log(account, resource),
    sees,
    owns,
    rows: {
      mine: first([...owns]),
      shared: first([...sees].filter((id) => !owns.has(id))),
      foreign: first(living.filter((id) => !sees.has(id))),
      gone: first(all.filter(([, row]) => row.date_deleted !== null).map(([id]) => id)),
      none: NO_ROW,
    },
  }
}

/** Equal for accounts to whom a catalogue promises the same: who may not see it is refused whatever their bounds. */
export function groupOf({ account, see, edit, log, sees, owns }: Situation): string {
  if (account.token === null) return 'nobody'
  return see ? JSON.stringify([edit, log, [...sees], edit ? [...owns] : []]) : 'refused'
}

/** The id of a row of a standing that there is. */
export const idOf = ({ rows }: Situation, standing: Standing): Json => rows[standing] ?? null

/** What a list leaves out unless it is asked. */
export const everything = ({ closed }: Resource): JsonObject => (closed ? { include_closed: 1 } : {})
