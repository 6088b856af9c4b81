import { living, type Row, tables } from '#app/tables'
import { AppError, fold, wrong } from '#engine/model'
import type { CallContext, Db, Tx } from '#engine/server'
import type { ServiceInput } from '../../model/service-input'
import { makeServices } from '../create/make-services'
import { findPlaces, foundPlace } from './found-places'

/**
 * The product that a cell names, by its number or its name; those of a company are offered some of them, which its
 * service's making judges.
 */
export async function productOf(db: Db | Tx, text: string): Promise<number | null> {
  const products = await living(db, 'products').where('state', '=', '1').select(['id', 'name']).execute()
  const asked = fold(text.trim())
  return (
    products.find(({ id }) => String(id) === asked)?.id ?? products.find(({ name }) => fold(name) === asked)?.id ?? null
  )
}

type ImportRow = Row<'services_import'>

/**
 * Makes the service of an imported row, as its user's form would, and keeps its number there, or why there is none.
 * Done again it makes nothing twice.
 */
export async function makeFromRow(call: CallContext, id: number): Promise<void> {
  const row = await living(call.db, 'services_import')
    .where('id', '=', id)
    .where('id_service', 'is', null)
    .selectAll()
    .executeTakeFirst()
  if (!row) return
  const { id_service, result } = await made(call, row)
  await tables(call.db)
    .updateTable('services_import')
    .set({ id_service, result })
    .where('id', '=', id)
    .where('id_service', 'is', null)
    .execute()
}

async function made(
  call: CallContext,
  row: ImportRow,
): Promise<{ readonly id_service: number | null; readonly result: string }> {
  try {
    await findPlaces(call, [row.origin, row.destination])
    const [id = null] = await makeServices(call, inputOf(call, row, await productOf(call.db, row.id_product)))
    return { id_service: id, result: id === null ? '' : `#${id}` }
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code === 'UNAVAILABLE' || cause.code === 'INTERNAL') throw cause
    const [first] = Object.entries(cause.errors)
    const text = first
      ? `${call.say(`services.import.at.${columnOf(first[0])}`)}: ${call.say(`validation.${first[1].key}`, first[1].params)}`
      : call.say(cause.say ?? `errors.${cause.code.toLowerCase()}`, cause.params)
    return { id_service: null, result: text.slice(0, 500) }
  }
}

/** Fields of the form, and the columns of the file that they are read from. */
const COLUMNS: readonly (readonly [RegExp, string])[] = [
  [/^(stops\.0\b|origin)/, 'origin'],
  [/^(stops\b|destination)/, 'destination'],
  [/^(scheduled_date|date_scheduled)/, 'scheduled_date'],
  [/^id_client$/, 'client'],
  [/^id_product$/, 'id_product'],
  [/^id_payment$/, 'id_payment'],
  [/^capacity_1$/, 'capacity_1'],
  [/^trip_reason$/, 'trip_reason'],
]

const columnOf = (field: string): string => COLUMNS.find(([from]) => from.test(field))?.[1] ?? 'row'

/** A row as the form would send it. @throws {AppError} VALIDATION at a place that is not known */
function inputOf(call: CallContext, row: ImportRow, id_product: number | null): ServiceInput {
  const stop = (field: 'origin' | 'destination') => {
    const place = foundPlace(call, row[field])
    if (!place) throw wrong(field, 'services.import.no_place')
    return { lat: place.point[0], lng: place.point[1], address: place.address }
  }
  if (id_product === null) throw wrong('id_product', 'ref')
  const isBooking = row.type === 'booking'
  return {
    id_client: row.client,
    id_product,
    ...(row.id_payment !== null && { id_payment: row.id_payment }),
    scheduled: Number(isBooking),
    ...(isBooking && row.scheduled_date !== null && { scheduled_dates: [new Date(row.scheduled_date).toISOString()] }),
    ...(row.capacity_1 !== null && { capacity_1: row.capacity_1 }),
    ...(row.invited_name !== null && { invited: 1, invited_name: row.invited_name, invited_phone: row.invited_phone }),
    notes: row.notes,
    trip_reason: row.trip_reason,
    stops: [stop('origin'), stop('destination')],
    after: 'none',
    idempotency: `services_import-${row.id}`,
  }
}
