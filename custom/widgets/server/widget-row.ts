import { sql } from 'kysely'
import { living, tables, type Row } from '#app/tables'
import { AppError } from '#engine/model'
import type { CallContext, Db } from '#engine/server'

/** A widget that is on, with what it offers. */
export interface WidgetRow extends Pick<Row<'widgets'>, 'id' | 'name' | 'gtm_code'> {
  readonly address_restriction: '0' | '1' | '2'
  /** JSON of its columns. */
  readonly appearance: string | null
  /** Empty: all that are offered to the visitor. */
  readonly products: readonly number[]
  /** In the order in which they were chosen. */
  readonly payments: readonly number[]
  readonly places: readonly WidgetLocation[]
}

interface WidgetLocation extends Pick<Row<'locations'>, 'id' | 'name' | 'address' | 'type'> {
  readonly lat: number
  readonly lng: number
}

/** @throws {AppError} NOT_FOUND alike for one that is unknown and for one that is switched off */
export async function widgetRow({ db }: Pick<CallContext, 'db'>, id: number): Promise<WidgetRow> {
  const row = await living(db, 'widgets')
    .where('id', '=', id)
    .where('state', '=', '1')
    .select(['id', 'name', 'gtm_code', 'address_restriction', sql<string | null>`appearance::text`.as('appearance')])
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', { say: 'widgets.gone' })
  const restriction = row.address_restriction === '1' || row.address_restriction === '2' ? row.address_restriction : '0'
  const [products, payments, places] = await Promise.all([
    living(db, 'widget_products').where('id_widget', '=', id).select('id_product').orderBy('id').execute(),
    tables(db)
      .selectFrom('widgets_id_payment_methods')
      .where('id_own', '=', id)
      .select('id_target')
      .orderBy('rank')
      .execute(),
    placesOfWidget(db, id),
  ])
  return {
    ...row,
    address_restriction: restriction,
    products: products.map(({ id_product }) => id_product),
    payments: payments.map(({ id_target }) => id_target),
    places,
  }
}

/** A place that has become somebody's own since is none of a widget's. */
function placesOfWidget(db: Db, id: number): Promise<WidgetLocation[]> {
  return living(db, 'widget_locations as w')
    .innerJoin('locations as l', (join) => join.onRef('l.id', '=', 'w.id_location').on('l.date_deleted', 'is', null))
    .where('w.id_widget', '=', id)
    .where('l.id_company', 'is', null)
    .where('l.id_client', 'is', null)
    .select(({ ref }) => [
      'l.id',
      'l.name',
      'l.address',
      'l.type',
      sql<number>`(${ref('l.point')})[1]`.as('lat'),
      sql<number>`(${ref('l.point')})[0]`.as('lng'),
    ])
    .orderBy('l.name')
    .orderBy('l.id')
    .execute()
}
