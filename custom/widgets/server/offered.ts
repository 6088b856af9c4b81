import { living, type Row } from '#app/tables'
import { anyOf, type CallContext } from '#engine/server'
import { scopeId } from '#engine/model'
import type { WidgetPayment, WidgetProduct } from '../model/widget-calls'
import { GATEWAYS } from './pay/gateway'
import type { WidgetRow } from './widget-row'

/**
 * The products of a widget that are sold, in the order of the catalogue; those for companies stand there for whoever
 * may have one.
 */
export async function productsOf(
  { db, picture }: CallContext,
  { products: ids }: Pick<WidgetRow, 'products'>,
): Promise<readonly WidgetProduct[]> {
  let rows = living(db, 'products as p').leftJoin('businesses as b', 'b.id', 'p.id_business').where('p.state', '=', '1')
  if (ids.length > 0) rows = rows.where('p.id', '=', anyOf(ids))
  const found = await rows
    .select([
      'p.id',
      'p.name',
      'p.surname',
      'p.pic',
      'b.name as bu_name',
      'b.icon as bu_icon',
      'p.capacity_1',
      'p.accept_return',
      'p.hide_price',
      'p.for_companies',
      'p.allow_service_inmediate',
      'p.allow_service_scheduled',
      'p.min_time_to_schedule',
    ])
    .orderBy('p.rank')
    .orderBy('p.id')
    .execute()
  return Promise.all(
    found.map(async ({ pic, for_companies: _for, ...row }) => ({
      ...row,
      pic: await picture(pic ?? undefined),
      capacity_1: row.capacity_1 ?? 1,
      accept_return: flag(row.accept_return),
      hide_price: flag(row.hide_price),
      allow_service_inmediate: flag(row.allow_service_inmediate),
      allow_service_scheduled: flag(row.allow_service_scheduled),
      min_time_to_schedule: Number(row.min_time_to_schedule ?? 0),
    })),
  )
}

/** A widget that names no products sells all. */
export const sells = ({ products }: Pick<WidgetRow, 'products'>, id_product: number): boolean =>
  products.length === 0 || products.includes(id_product)

/** How the visitor may pay: the widget's methods that are on; credit is for people of a company. */
export async function visitorPayments(
  { db, picture, actor }: CallContext,
  { payments: ids }: Pick<WidgetRow, 'payments'>,
): Promise<readonly WidgetPayment[]> {
  const rows = await living(db, 'payment_methods as m')
    .leftJoin('payment_gateways as g', (join) =>
      join.onRef('g.id', '=', 'm.id_payment_gateway').on('g.state', '=', '1').on('g.date_deleted', 'is', null),
    )
    .where('m.id', '=', anyOf(ids))
    .where('m.state', '=', '1')
    .select(['m.id', 'm.name', 'm.type', 'm.description', 'm.pic', 'g.type as gateway'])
    .execute()
  const mine = rows
    .filter(({ type, gateway }) => isOffered(type, gateway, scopeId(actor, 'company') !== null))
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return Promise.all(
    mine.map(async ({ pic, type, gateway: _gateway, ...row }) => ({
      ...row,
      type: type ?? 'cash',
      pic: await picture(pic ?? undefined),
    })),
  )
}

/** Ahead pays whoever pays for themselves, where a gateway charges; credit is a company's. */
function isOffered(type: Row<'payment_methods'>['type'], gateway: string | null, hasCompany: boolean): boolean {
  if (type === 'prepaid') return !hasCompany && gateway !== null && Object.hasOwn(GATEWAYS, gateway)
  return type !== 'credit' || hasCompany
}

const flag = (value: boolean | null): 0 | 1 => (value === true ? 1 : 0)
