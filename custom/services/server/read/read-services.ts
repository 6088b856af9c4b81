import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { AppError, type Json, type JsonObject } from '#engine/model'
import { type CallContext, type Db, stateObjects, type Tx } from '#engine/server'
import type { DispatcherService } from '../../model/dispatcher-service'
import { priceOther } from '../../model/price-columns'
import { OVER } from '../../../service-states/model'
import { serviceScope } from './service-scope'
import { readServiceRows, rowStops, type ServiceRow } from './service-row'

/**
 * What reading services needs of a call: the asker decides which services and prices are shown, and in which language
 * states are named.
 */
export type ServiceReader = Pick<CallContext, 'actor' | 'model' | 'settings' | 'now' | 'say'>

export interface ReadOptions {
  /** The server asks for itself: scope has been checked elsewhere. */
  readonly everywhere?: boolean
}

/**
 * The services with these ids in the asker's scope, in the order of `ids`; others are left out. One statement for all.
 */
export async function readServices(
  reader: ServiceReader,
  db: Db | Tx,
  ids: readonly number[],
  { everywhere = false }: ReadOptions = {},
): Promise<readonly DispatcherService[]> {
  if (ids.length === 0) return []
  const scope = everywhere ? sql<boolean>`true` : serviceScope(reader, 's')
  const rows = await readServiceRows(db, sql<boolean>`s.id = any(${[...ids]}::integer[]) and ${scope}`)
  const describe = teller(reader)
  const found = new Map(rows.map((row) => [Number(row.id), row]))
  return ids.flatMap((id) => {
    const row = found.get(id)
    return row ? [describe(row)] : []
  })
}

/** One service. @throws {AppError} NOT_FOUND, also outside the asker's scope */
export async function readService(
  reader: ServiceReader,
  db: Db | Tx,
  id: number,
  options?: ReadOptions,
): Promise<DispatcherService> {
  const [service] = await readServices(reader, db, [id], options)
  if (!service) throw new AppError('NOT_FOUND')
  return service
}

function teller(reader: ServiceReader): (row: ServiceRow) => DispatcherService {
  const states = stateObjects(reader, 'services')
  const types = stateObjects(reader, 'users', 'type_user')
  const staff = isStaff(reader.actor)
  const fields = reader.model.entities['services']?.fields ?? {}
  return (row) => {
    const { dynamic_values, stops: _, pr_hide_price, ucr_type, ...plain } = row
    const hidden = flag(pr_hide_price) === 1
    const kept = staff ? {} : { ...OF_THE_HOUSE, ...(ucr_type === '1' && { ucr_name: null }), ...(hidden && HIDDEN) }
    const answers = dynamic_values === null ? {} : (JSON.parse(dynamic_values) as JsonObject)
    return {
      ...(plain as unknown as DispatcherService),
      price_other: priceOther(plain as unknown as DispatcherService),
      ...Object.fromEntries(FLAGS.map((name) => [name, flag(row[name])])),
      ...kept,
      pr_hide_price: Number(hidden),
      ucr_type_text: types.get(ucr_type ?? '')?.name ?? null,
      state_obj: states.get(row.state) ?? { id: row.state, name: row.state, color: '' },
      is_past_service: Number((OVER as readonly string[]).includes(row.state)),
      stops: rowStops(row),
      custom_fields: Object.fromEntries(
        Object.entries(answers).filter(([name]: [string, Json]) => fields[name]?.dynamic === true),
      ),
    }
  }
}

const FLAGS = [
  'scheduled',
  'for_another',
  'invited',
  'is_return',
  'for_shared_service',
  'is_price_edited',
  'by_operator',
  'keep_searching',
] as const
const HIDDEN = {
  price_base: null,
  price_toll: null,
  price_promo: null,
  price_cancel: null,
  price_wait: null,
  price_courier: null,
  price_pause: null,
  price_total: null,
  price_parking: null,
  price_demand: null,
  price_service: null,
  price_tax: null,
  price_other: null,
}

/**
 * A driver being asked may still decline: users who are not staff see a driver only once the driver has the ride, and
 * nobody of the house by name.
 */
const OF_THE_HOUSE = { vehicle_requesting: null, date_deadline: null, op_id: null, op_name: null }

const flag = (value: unknown): number => Number(value === true || value === 1)
