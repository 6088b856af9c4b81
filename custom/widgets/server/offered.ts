import { living, type Row } from '#app/tables'
import { anyOf, type CallContext } from '#engine/server'
import { scopeId } from '#engine/model'
import type { WidgetPayment, WidgetProduct } from '../model/widget-calls'
import type { WidgetRow } from './widget-row'

/** The products of a widget that are sold, in the order of the catalogue; those for companies stand there for whoever may have one. */
export async function productsOf({ db, picture }: CallContext, { products: ids }: Pick<WidgetRow, 'products'>): Promise<readonly WidgetProduct[]> {
  let rows = living(db, 'products as p').leftJoin('businesses as b', 'b.id', 'p.id_business').where('p.state', '=', '1')
  if (ids.length > 0) rows = rows.where('p.id', '=', anyOf(ids))
  const found = await rows.select(['p.id', 'p.name', 'p.surname', 'p.pic', 'b.name as bu_name', 'b.icon as bu_icon', 'p.capacity_1', 'p.accept_return', 'p.hide_price', 'p.for_companies',
    'p.allow_service_inmediate', 'p.allow_service_scheduled', 'p.min_time_to_schedule']).orderBy('p.rank').orderBy('p.id').execute()
  return Promise.all(found.map(async ({ pic, for_companies: _for, ...row }) => ({
    ...row, pic: await picture(pic ?? undefined), capacity_1: row.capacity_1 ?? 1, accept_return: flag(row.accept_return), hide_price: flag(row.hide_price),
    allow_service_inmediate: flag(row.allow_service_inmediate), allow_service_scheduled: flag(row.allow_service_scheduled), min_time_to_schedule: Number(row.min_time_to_schedule ?? 0),
  })))
}

/** A widget that names no products sells all. */
export const sells = ({ products }: Pick<WidgetRow, 'products'>, id_product: number): boolean => products.length === 0 || products.includes(id_product)

/** How the visitor may pay: the widget's methods that are on; credit is for people of a company. */
export async function paymentsOf({ db, picture, actor }: CallContext, { payments: ids }: Pick<WidgetRow, 'payments'>): Promise<readonly WidgetPayment[]> {
  const rows = await living(db, 'payment_methods').where('id', '=', anyOf(ids)).where('state', '=', '1').select(['id', 'name', 'type', 'description', 'pic']).execute()
  const mine = rows.filter(({ type }) => isOffered(type, scopeId(actor, 'company') !== null)).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return Promise.all(mine.map(async ({ pic, type, ...row }) => ({ ...row, type: type ?? 'cash', pic: await picture(pic ?? undefined) })))
}

/** A payment ahead needs a gateway's page. */
const isOffered = (type: Row<'payment_methods'>['type'], hasCompany: boolean): boolean => type !== 'prepaid' && (type !== 'credit' || hasCompany)

const flag = (value: boolean | null): 0 | 1 => (value === true ? 1 : 0)
