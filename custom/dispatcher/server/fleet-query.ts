import { sql, type RawBuilder } from 'kysely'
import { fold } from '../../../src/model/fold'
import type { Db } from '../../../src/server/database/database'
import { searchWords } from '../../../src/server/records/search-condition'
import type { Availability, LiveVehicle } from '../model/live-vehicle'

export interface FleetAsked {
  readonly reach: RawBuilder<boolean>
  readonly words: readonly string[]
  readonly availability: Availability | null
  readonly bounds: readonly [south: number, west: number, north: number, east: number] | null
  /** Only rows changed at or after it, also those that no longer fit. */
  readonly since: Date | null
}

/** One row of the answer; `id` is null in the one row that stands for no vehicle and carries the totals alone. */
export type FleetRow = { [name in keyof Omit<LiveVehicle, 'state_obj'>]: LiveVehicle[name] | null } & {
  readonly shown: boolean | null
  readonly n_all: number
  readonly n_online: number
  readonly n_busy: number
  readonly n_offline: number
}

/** The fleet, its positions and its totals in one query: everything below `fleet` reads the same rows. */
export async function readFleet(db: Db, asked: FleetAsked): Promise<readonly FleetRow[]> {
  const { availability, bounds, since } = asked
  const fits = sql<boolean>`(v.date_deleted is null and v.state = '1' and ${asked.reach} and ${matches(asked.words)})`
  const within = bounds
    ? sql<boolean>`(lat between ${bounds[0]} and ${bounds[2]} and lng between ${bounds[1]} and ${bounds[3]})`
    : sql<boolean>`true`
  const wanted = availability ? sql<boolean>`availability = ${availability}` : sql<boolean>`true`
  const shown = sql<boolean>`(fits and ${wanted} and ${within})`
  const changed = since
    ? sql<boolean>`greatest(v.date_updated, v.date_deleted, u.date_updated, p.date_updated, p.date_deleted)
        >= ${since.toISOString()}::timestamptz`
    : sql<boolean>`true`
  const { rows } = await sql<FleetRow>`
    with fleet as (
      select v.id, v.code, v.plate, v.model, v.year, b.name as brand, t.icon, u.id as id_user, u.name as us_name, u.surname as us_surname,
        u.rating_average::float8 as us_rating_average, u.rating_count as us_rating_count,
        p.point[1] as lat, p.point[0] as lng, p.course::float8 as course, coalesce(p.availability, 'offline') as availability,
        to_char(p.date_fix at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date_fix, ${fits} as fits, ${changed} as changed
      from vehicles v
      left join users u on u.id = v.id_user and u.date_deleted is null
      left join type_vehicles t on t.id = v.id_type_vehicle
      left join brand_vehicles b on b.id = v.id_brand_vehicle
      left join vehicle_positions p on p.id_vehicle = v.id and p.date_deleted is null
      where ${since ? sql<boolean>`(${fits} or ${changed})` : fits}
    ), totals as (
      select count(*)::int as n_all, (count(*) filter (where availability = 'online'))::int as n_online,
        (count(*) filter (where availability = 'busy'))::int as n_busy, (count(*) filter (where availability = 'offline'))::int as n_offline
      from fleet where fits
    ), answered as (
      select id, id_user, us_name, us_surname, us_rating_average, us_rating_count, code, plate, brand, model, year, icon, lat, lng, course,
        availability, date_fix, ${shown} as shown
      from fleet where changed and ${since ? sql<boolean>`true` : shown}
    )
    select totals.*, answered.* from totals left join answered on true order by answered.plate collate "C", answered.id`.execute(db)
  return rows
}

/** Words of a search over what a dispatcher hears on the phone: a name, a plate with or without its hyphen, a number. */
function matches(words: readonly string[]): RawBuilder<boolean> {
  if (words.length === 0) return sql<boolean>`true`
  const text = sql<string>`tr_fold(concat_ws(' ', u.name, u.surname, v.plate, replace(v.plate, '-', ''), v.code))`
  return sql<boolean>`(${sql.join(words.map((word) => sql<boolean>`position(${word} in ${text}) > 0`), sql` and `)})`
}

/** Folded words of a search text. */
export const foldedWords = (text: string): readonly string[] => searchWords(text).map(fold).filter(Boolean)
