import { sql } from 'kysely'
import type { Column } from '#app/tables'
import type { Tx } from '#engine/server'
import type { Fix } from '../../model/fix'

/** Who sends: a phone by its identifier, or a driver by their session. */
export type Sender = { readonly device: string } | { readonly id_driver: number }

export const senderKey = (sender: Sender): string =>
  'device' in sender ? `d ${sender.device}` : `u ${sender.id_driver}`

/** The vehicle a fix was made with; `live`: the shift is open, so the fix may become the live position. */
export interface SenderAtWork {
  readonly id_vehicle: number
  readonly live: boolean
}

/** A driver and their last two shifts, the newest first. */
interface SendingDriver {
  readonly id_driver: number
  /** Null: by a session. */
  readonly id_device: number | null
  readonly shifts: readonly { readonly id_vehicle: number; readonly start_ms: number; readonly end_ms: number | null }[]
}

interface Sent {
  readonly key: string
  readonly id_driver: Column<'driver_devices.id_driver'>
  readonly id_device: Column<'driver_devices.id'> | null
  /** Null: the driver never had a shift. */
  readonly id_vehicle: Column<'driver_shifts.id_vehicle'> | null
  readonly start_ms: number | null
  readonly end_ms: number | null
}

/** The drivers of devices and sessions, by `senderKey`; those switched off or unknown are left out. */
export async function findSenders(tx: Tx, senders: readonly Sender[]): Promise<ReadonlyMap<string, SendingDriver>> {
  const devices = [...new Set(senders.flatMap((sender) => ('device' in sender ? [sender.device] : [])))]
  const drivers = [...new Set(senders.flatMap((sender) => ('device' in sender ? [] : [sender.id_driver])))]
  const { rows } = await sql<Sent>`
    with senders as (
      select 'd ' || device as key, id_driver, id as id_device from driver_devices
      where device = any(${devices}::text[]) and state = 'on' and date_deleted is null
      union all
      select 'u ' || id, id, null from unnest(${drivers}::int[]) as id
    )
    select x.key, x.id_driver, x.id_device, s.id_vehicle, extract(epoch from s.date_start)::float8 * 1000 as start_ms,
      extract(epoch from s.date_end)::float8 * 1000 as end_ms
    from senders x join users u on u.id = x.id_driver and u.type_user = '2' and u.state = '1' and u.date_deleted is null
    left join lateral (
      select id_vehicle, date_start, case when state = 'closed' then coalesce(date_end, date_updated) end as date_end
      from driver_shifts
      where id_driver = x.id_driver and date_deleted is null order by id desc limit 2
    ) s on true
    order by x.key, start_ms desc`.execute(tx)
  const found = new Map<string, SendingDriver & { readonly shifts: SendingDriver['shifts'][number][] }>()
  for (const { key, id_driver, id_device, id_vehicle, start_ms, end_ms } of rows) {
    const sender = found.get(key) ?? { id_driver, id_device, shifts: [] }
    if (id_vehicle !== null && start_ms !== null) sender.shifts.push({ id_vehicle, start_ms, end_ms })
    found.set(key, sender)
  }
  return found
}

// A phone's clock and the server's may differ by this much.
const CLOCKS_MS = 120_000

/** The vehicle a fix was made with; null: outside the driver's shifts, where nobody is followed. */
export function atWork({ shifts }: SendingDriver, fix: Fix): SenderAtWork | null {
  const at_ms = fix.date_fix.getTime()
  const shift = shifts.find(
    ({ start_ms, end_ms }) => at_ms >= start_ms - CLOCKS_MS && (end_ms === null || at_ms <= end_ms),
  )
  return shift ? { id_vehicle: shift.id_vehicle, live: shift.end_ms === null } : null
}
