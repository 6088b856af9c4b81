import { anyOf, serveCall, type ServerFeature, type Hooks, type Tx, type PresentAt } from '#engine/server'
import { cloneTarif } from './clone-tarif'
import {
  choiceKeys,
  choices,
  type JsonObject,
  zonedText,
  type Json,
  type MoneyStyle,
  moneyText,
  numberText,
} from '#engine/model'
import { tarifTypesCall } from '../../model/tarif-calls'
import { type Row, living, tables } from '#app/tables'
import { sql } from 'kysely'
import { moneyStyle } from '../money-style'
import { timezoneOf } from '../quotes/branch-at'

/** `su_name`: the subscriptions that use a tariff; `service_fee_text`: its service fee as people write it. */
const presentTarifs: Hooks = {
  entity: 'tarifs',
  async present(db, records, { settings }) {
    const ids = records.map(({ id }) => Number(id))
    const rows = await living(db, 'subscriptions')
      .where('id_tarif', '=', anyOf(ids))
      .groupBy('id_tarif')
      .select(['id_tarif', sql<string>`string_agg(name, ', ' order by tr_order(name), id)`.as('names')])
      .execute()
    const names = new Map(rows.map(({ id_tarif, names: joined }) => [id_tarif, joined]))
    const style = moneyStyle(settings)
    return records.map((record) => ({
      ...record,
      su_name: names.get(Number(record.id)) ?? '',
      service_fee_text: feeText(record, style),
    }))
  },
}

/** `15 %`, or `S/ 2.50`; empty where no fee is charged. */
function feeText({ service_fee_type, service_fee_amount }: JsonObject, style: MoneyStyle): string {
  return shareOrMoney(service_fee_amount, service_fee_type === '0', style)
}

/** A percentage or an amount as people write it; empty where there is none. */
function shareOrMoney(amount: Json | undefined, isShare: boolean, style: MoneyStyle): string {
  if ((typeof amount !== 'number' && typeof amount !== 'string') || Number(amount) === 0) return ''
  return isShare ? `${numberText(amount, style)}\u00a0%` : moneyText(amount, style)
}

interface Facts extends Row<'branches', 'timezone'> {
  readonly uses: number
}

/**
 * `str_amount`: the benefit as people write it; `valid`: 1 when it is valid today; `used_pct`: per cent used, null
 * without a limit.
 */
const presentPromotions: Hooks = {
  entity: 'promotions',
  async present(db, records, at) {
    const ids = records.map(({ id }) => Number(id))
    const { rows } = await sql<Facts & Row<'promotions', 'id'>>`
      select p.id, b.timezone, (select count(*) from promotion_uses u
        where u.id_promotion = p.id and u.date_deleted is null)::int as uses
      from promotions p left join branches b on b.id = p.id_branch
      where p.id = any(${ids}::int[])`.execute(db)
    const facts = new Map(rows.map(({ id, uses, timezone }) => [id, { uses, timezone }]))
    const style = moneyStyle(at.settings)
    return records.map((record) => {
      const own = facts.get(Number(record.id)) ?? { uses: 0, timezone: null }
      return {
        ...record,
        str_amount: shareOrMoney(record.amount, record.type_benefit === '1', style),
        valid: Number(counts(record, own, at)),
        used_pct: usedPercent(record, own),
      }
    })
  },
}

/** Whether it can be used today, by the calendar of its branch. */
function counts(record: JsonObject, { uses, timezone }: Facts, { now, settings }: PresentAt): boolean {
  const { state, valid_from, valid_to, use_limit } = record
  const today = zonedText(now.toISOString(), timezoneOf(timezone === null ? null : { timezone }, settings)).slice(0, 10)
  return (
    state === '1' &&
    !(typeof valid_from === 'string' && today < valid_from) &&
    !(typeof valid_to === 'string' && today > valid_to) &&
    !(Number(use_limit ?? 0) > 0 && uses >= Number(use_limit))
  )
}

const usedPercent = ({ use_limit }: JsonObject, { uses }: Facts): number | null =>
  Number(use_limit ?? 0) > 0 ? Math.round((uses / Number(use_limit)) * 1000) / 10 : null

/**
 * A tariff's revision rises with every change of what it prices by: itself, its ranges, its zones and the prices
 * between them.
 */
const revisionHooks: readonly Hooks[] = [
  { entity: 'tarifs', afterSave: ({ tx }, record, before) => (before ? raise(tx, [record.id]) : Promise.resolve()) },
  ...['tarif_ranges', 'zones', 'prices'].map(
    (entity): Hooks => ({
      entity,
      afterSave: ({ tx }, record, before) => raise(tx, tarifsOf([{ record, before }])),
      afterSaveMany: ({ tx }, saved) => raise(tx, tarifsOf(saved)),
      beforeRemove: ({ tx }, record) => raise(tx, [record.id_tarif]),
      beforeRestore: ({ tx }, record) => raise(tx, [record.id_tarif]),
    }),
  ),
]

const tarifsOf = (saved: readonly { readonly record: JsonObject; readonly before: JsonObject | null }[]) =>
  saved.flatMap(({ record, before }) => [record.id_tarif, before?.id_tarif])

async function raise(tx: Tx, ids: readonly unknown[]): Promise<void> {
  // Always in the same order, so that two writers do not block each other.
  const tarifs = [...new Set(ids.filter((id) => typeof id === 'number'))].sort((a, b) => a - b)
  for (const id of tarifs) {
    await tables(tx)
      .updateTable('tarifs')
      .set({ revision: sql`coalesce(revision, 0) + 1` })
      .where('id', '=', id)
      .execute()
  }
}

const tarifTypes = serveCall(tarifTypesCall, async ({ model, say }) => {
  const field = model.entities['tarifs']?.fields['type']
  const items = (field ? choices(field) : []).map(({ value, title, icon, color }) => {
    // A missing text comes back as its key; the schema's own text is Spanish.
    const named = field ? choiceKeys(field, value).find((key) => say(key) !== key) : undefined
    return { id: value, name: named === undefined ? title : say(named), icon: icon ?? null, color: color ?? null }
  })
  return { items }
})

/** `business`: name and icon of a product's business as one value (spec 2 §3); null without one. */
const presentProducts: Hooks = {
  entity: 'products',
  present: async (_db, records) =>
    records.map((record) => ({
      ...record,
      business: typeof record.bu_name === 'string' ? { name: record.bu_name, icon: record.bu_icon ?? null } : null,
    })),
}

/**
 * Tariffs and what prices are made of, except zones and tolls: calls, hooks and the fields that they and quotes rely
 * on.
 */
export const tarifsServer: Pick<ServerFeature, 'needs'> & Required<Pick<ServerFeature, 'calls' | 'hooks'>> = {
  needs: {
    tarifs: [
      'type',
      'name',
      'id_branch',
      'price_base',
      'price_minimal',
      'km_minimal',
      'price_km',
      'price_minute',
      'use_ranges',
      'price_wait',
      'wait_every',
      'courtesy_wait_time',
      'price_pause',
      'price_parking',
      'price_courier',
      'pct_return',
      'service_fee_type',
      'service_fee_amount',
      'service_fee_minimal',
      'price_cancel',
      'high_demands',
      'keep_initial',
      'allow_edit_price_on_dispatcher',
      'revision',
      'state',
    ],
    tarif_ranges: ['id_tarif', 'measure', 'from', 'price'],
    tarif_versions: ['id_tarif', 'hash', 'content'],
    fares: ['quote', 'id_client', 'id_tarif_version', 'input', 'lines', 'currency', 'total'],
    products: [
      'name',
      'surname',
      'id_business',
      'id_tarif',
      'id_branch',
      'hide_price',
      'capacity_1',
      'for_shared_service',
      'allow_service_inmediate',
      'allow_service_scheduled',
      'allow_stop_contact',
      'accept_return',
      'min_time_to_schedule',
      'hours',
      'state',
      'rank',
    ],
    businesses: ['name', 'icon'],
    company_products: ['id_company', 'id_product', 'id_tarif'],
    high_demands: [
      'name',
      'id_branch',
      'flat',
      'amount',
      'days',
      'time_from',
      'time_to',
      'valid_from',
      'valid_to',
      'state',
    ],
    promotions: [
      'code',
      'type_benefit',
      'amount',
      'max_amount',
      'id_branch',
      'use_limit',
      'use_limit_client',
      'valid_from',
      'valid_to',
      'only_card',
      'only_new',
      'state',
    ],
    promotion_uses: ['id_promotion', 'id_client', 'id_fare', 'amount'],
    subscriptions: ['name', 'id_tarif', 'fee_amount', 'fee_percentage', 'state'],
    branches: ['name', 'point', 'timezone', 'area', 'state'],
    payment_methods: ['type', 'id_payment_gateway', 'state'],
    payment_gateways: ['name', 'type', 'state'],
    users: ['id_company'],
  },
  calls: [tarifTypes, cloneTarif],
  hooks: [...revisionHooks, presentTarifs, presentPromotions, presentProducts],
}
