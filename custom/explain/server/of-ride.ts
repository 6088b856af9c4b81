import { sql } from 'kysely'
import { living } from '#app/tables'
import type { ExplainedLine, ExplainedSection } from '#engine/model'
import { stateObjects } from '#engine/server'
import { type FareLine, type LineKind, minorText, ruleSentence, RUN, toUnits } from '../../fares/model'
import { moneyStyle, readAgreed, readFare } from '../../fares/server'
import { PRICE_PARTS, priceOther } from '../../services/model'
import { toldFare } from '../../services/server'
import {
  type AmountQuestion,
  localDay,
  isTheirs,
  moneyOf,
  amountOf,
  pathOf,
  explainSentence,
  section,
  sumOfAmounts,
  type Sections,
} from './asked'
import { entriesOf } from './of-books'

/** Lines of a fare that a price of a service is made of; absent: none, null: all. */
const KINDS: { readonly [field: string]: readonly LineKind[] | null } = {
  price_total: null,
  price_base: RUN,
  price_toll: ['toll'],
  price_wait: ['wait'],
  price_courier: ['courier'],
  price_pause: ['pause'],
  price_parking: ['parking'],
  price_demand: ['high_demand'],
  price_service: ['service_fee'],
  price_promo: ['promotion'],
  price_tax: ['tax'],
  price_cancel: ['cancel'],
}
const SHARES = new Set(['price_driver', 'price_fee'])

/** What is known of a ride's money. */
export type ExplainedRide = NonNullable<Awaited<ReturnType<typeof explainedRide>>>

export async function explainedRide({ context: { db } }: AmountQuestion, id: number) {
  return (
    (await living(db, 'services as s')
      .where('s.id', '=', id)
      .leftJoin('products as p', 'p.id', 's.id_product')
      .select(({ ref }) => [
        's.id',
        's.state',
        's.id_fare',
        's.id_driver',
        's.id_company',
        'p.hide_price',
        's.is_fee_edited',
        ...(
          [
            'price_total',
            'price_tax',
            'price_toll',
            'price_parking',
            'price_service',
            'price_fee',
            'price_driver',
            'price_base',
            'price_wait',
            'price_courier',
            'price_demand',
            'price_pause',
            'price_promo',
          ] as const
        ).map((name) => sql<number | null>`${ref(`s.${name}`)}::float8`.as(name)),
      ])
      .executeTakeFirst()) ?? null
  )
}

/**
 * A price of a service: the fare behind it line by line, the version of the tariff, the commission for who may know it,
 * and what it wrote since.
 */
export async function explainRide(asked: AmountQuestion): Promise<Sections> {
  const ride = await explainedRide(asked, asked.id)
  if (!ride) return []
  if (SHARES.has(asked.field))
    return [
      ...(asked.field === 'price_driver' ? [shareOf(asked, ride)] : []),
      await commissionOf(asked, ride),
      await itemsOf(asked, ride.id),
      await rideEntries(asked, ride.id),
    ]
  const kinds = KINDS[asked.field] ?? null
  return [
    ...(await fareSections(asked, ride, kinds)),
    ...(kinds === null ? [await itemsOf(asked, ride.id), await rideEntries(asked, ride.id)] : []),
  ]
}

/** The lines of a ride's fare and the version that it was made by; nothing of a price that is hidden from the asker. */
export async function fareSections(
  asked: AmountQuestion,
  ride: ExplainedRide,
  kinds: readonly LineKind[] | null,
): Promise<Sections> {
  const { context } = asked
  if (ride.hide_price === true && !asked.staff) return []
  const kept = ride.id_fare === null ? null : await readFare(context.db, ride.id_fare)
  if (!kept || ride.id_fare === null) return [section(explainSentence(asked, 'parts'), partsOf(asked, ride, kinds))]
  const told = toldFare(ride, kept)
  const lines = told.lines.filter(({ kind }) => kinds === null || kinds.includes(kind))
  const style = moneyStyle(context.settings)
  const shown = lines.map(
    (line): ExplainedLine => ({
      text: context.say(`fares.kinds.${line.kind}`),
      note: whyOf(asked, line, told.exponent),
      amount: toUnits(line.amount, told),
      ...sourceOf(asked, line, kept.deal.id_tarif),
    }),
  )
  const sum =
    lines.length > 1
      ? [
          {
            text: explainSentence(asked, 'sum'),
            amount: sumOfAmounts(shown.map(({ amount = 0 }) => amount)),
            sum: true as const,
          },
        ]
      : []
  return [section(explainSentence(asked, 'fare'), [...shown, ...sum]), await versionOf(asked, ride.id_fare)]

  function whyOf({ context: { say } }: AmountQuestion, line: FareLine, exponent: number): string {
    const { base } = line
    const sentence = ruleSentence(line, say, style, exponent)
    return base && base.of.length > 0
      ? `${sentence} ${say('fares.try.base', { amount: minorText(base.amount, { exponent }, style), lines: base.of.map((kind) => say(`fares.kinds.${kind}`)).join(', ') })}`
      : sentence
  }
}

/** Of a service without a fare of its own: what was written for it. */
function partsOf(
  { context: { say } }: AmountQuestion,
  ride: ExplainedRide,
  kinds: readonly LineKind[] | null,
): readonly ExplainedLine[] {
  if (kinds !== null || ride.price_total === null) return []
  const parts = [
    ...PRICE_PARTS.map((name) => [name, (ride[name] ?? 0) * (name === 'price_promo' ? -1 : 1)] as const),
    ['price_other', priceOther(ride) ?? 0] as const,
  ]
  return [
    ...parts
      .filter(([, amount]) => amount !== 0)
      .map(([name, amount]) => ({ text: say(`services.history.parts.${name}`), amount })),
    { text: say('services.history.parts.price_total'), amount: ride.price_total, sum: true },
  ]
}

/** The tariff, a toll, a promotion ...: what made a line. */
function sourceOf(asked: AmountQuestion, { source }: FareLine, id_tarif: number): { readonly path?: string } {
  if (!source || !asked.staff) return {}
  return source.entity === 'tarif_ranges' || source.entity === 'prices'
    ? pathOf(asked, 'tarifs', id_tarif)
    : pathOf(asked, source.entity, source.id)
}

async function versionOf(asked: AmountQuestion, id_fare: number): Promise<ExplainedSection | null> {
  const {
    rows: [version],
  } = await sql<{
    readonly id: number
    readonly id_tarif: number
    readonly name: string
    readonly date_created: Date
    readonly hash: string
  }>`
    select v.id, v.id_tarif, v.content -> 'tarif' ->> 'name' as name, v.date_created, v.hash from fares f
    join tarif_versions v on v.id = f.id_tarif_version where f.id = ${id_fare}`.execute(asked.context.db)
  if (!version) return null
  return section(explainSentence(asked, 'tariff'), [
    {
      text: explainSentence(asked, 'version', {
        name: version.name,
        id: Number(version.id),
        date: localDay(asked, version.date_created),
      }),
      ...pathOf(asked, 'tarifs', Number(version.id_tarif)),
      ...(asked.staff && { note: explainSentence(asked, 'hash', { hash: version.hash.slice(0, 16) }) }),
    },
  ])
}

function shareOf(
  asked: AmountQuestion,
  { price_total, price_tax, price_fee, price_driver }: ExplainedRide,
): ExplainedSection | null {
  const parts = [
    ['price_total', amountOf(price_total)],
    ['price_tax', -amountOf(price_tax)],
    ['price_fee', -amountOf(price_fee)],
  ] as const
  const other = sumOfAmounts([amountOf(price_driver), ...parts.map(([, amount]) => -amount)])
  return section(explainSentence(asked, 'share'), [
    ...parts
      .filter(([name, amount]) => amount !== 0 || name === 'price_total')
      .map(([name, amount]) => ({ text: explainSentence(asked, `shares.${name}`), amount })),
    ...(other === 0 ? [] : [{ text: explainSentence(asked, 'shares.other'), amount: other }]),
    { text: explainSentence(asked, 'shares.price_driver'), amount: amountOf(price_driver), sum: true },
  ])
}

/** The house's part of a ride, and the rule that it is by: for staff and its driver, never for who pays for it. */
export async function commissionOf(asked: AmountQuestion, ride: ExplainedRide): Promise<ExplainedSection | null> {
  if (!asked.staff && (ride.id_driver === null || ride.id_driver !== asked.context.actor.id)) return null
  const agreed = ride.id_fare === null ? null : await readAgreed(asked.context.db, ride.id_fare)
  const rule = agreed?.deal.subscription ?? null
  const base = sumOfAmounts(
    [
      ride.price_total,
      ...[ride.price_tax, ride.price_toll, ride.price_parking, ride.price_service].map((part) => -amountOf(part)),
    ].map(amountOf),
  )
  const part = rule ? Math.round(base * rule.fee_percentage) / 100 : 0
  const lines: ExplainedLine[] = [
    ...(amountOf(ride.price_service) === 0
      ? []
      : [{ text: explainSentence(asked, 'commission.service'), amount: amountOf(ride.price_service) }]),
    ...(!rule || rule.fee_amount === 0
      ? []
      : [{ text: explainSentence(asked, 'commission.fixed'), amount: rule.fee_amount }]),
    ...(!rule || rule.fee_percentage === 0
      ? []
      : [
          {
            text: explainSentence(asked, 'commission.part', { pct: rule.fee_percentage, base: moneyOf(asked, base) }),
            amount: part,
            note: explainSentence(asked, 'commission.base'),
          },
        ]),
  ]
  const other = sumOfAmounts([amountOf(ride.price_fee), ...lines.map(({ amount = 0 }) => -amount)])
  return section(explainSentence(asked, 'commission.title'), [
    {
      text: rule
        ? explainSentence(asked, 'commission.rule', { name: rule.name })
        : explainSentence(asked, 'commission.none'),
      ...(rule && asked.staff && pathOf(asked, 'subscriptions', rule.id)),
    },
    ...lines,
    ...(other === 0
      ? []
      : [
          {
            text: explainSentence(asked, ride.is_fee_edited ? 'commission.by_hand' : 'commission.limit'),
            amount: other,
          },
        ]),
    { text: explainSentence(asked, 'commission.sum'), amount: amountOf(ride.price_fee), sum: true },
  ])
}

/** What the ride came to for its driver and company, and the documents that have it: what is the asker's. */
async function itemsOf(asked: AmountQuestion, id_service: number): Promise<ExplainedSection | null> {
  const { rows } = await sql<{
    readonly side: string
    readonly kind: string
    readonly revision: number
    readonly amount: number
    readonly id_user: number | null
    readonly id_company: number | null
    readonly id_liquidation: number | null
    readonly id_invoice: number | null
    readonly number: string | null
  }>`
    select b.side, b.kind, b.revision, b.amount::float8 as amount, b.id_driver as id_user, b.id_company,
      b.id_liquidation, b.id_invoice, coalesce(l.number, v.number) as number
    from billable_items b left join liquidations l on l.id = b.id_liquidation
    left join invoices v on v.id = b.id_invoice where b.id_service = ${id_service} and b.date_deleted is null
    order by b.side desc, b.id`.execute(asked.context.db)
  const [kinds, sides] = [
    stateObjects(asked.context, 'billable_items', 'kind'),
    stateObjects(asked.context, 'billable_items', 'side'),
  ]
  return section(
    explainSentence(asked, 'items'),
    rows
      .filter((row) => isTheirs(asked, row))
      .map((row) => ({
        text: `${sides.get(row.side)?.name ?? row.side} · ${kinds.get(row.kind)?.name ?? row.kind}`,
        amount: row.amount,
        ...(row.number !== null
          ? {
              note: row.number,
              ...(row.id_liquidation !== null
                ? pathOf(asked, 'liquidations', Number(row.id_liquidation))
                : pathOf(asked, 'invoices', Number(row.id_invoice))),
            }
          : row.revision > 1 && { note: explainSentence(asked, 'revision', { n: row.revision }) }),
      })),
  )
}

const SOURCES = ['payments', 'wallets', 'liquidations', 'invoices'] as const

/** Entries that a ride led to: what was paid for it online, wallets by it, and the documents that have it. */
export async function rideEntries(asked: AmountQuestion, id_service: number): Promise<ExplainedSection | null> {
  const {
    rows: [found],
  } = await sql<{ readonly [source in (typeof SOURCES)[number]]: number[] }>`select
    array(select id::integer from payments where (id_service = ${id_service} or id_service_return = ${id_service})
      and date_deleted is null) as payments,
    array(select id::integer from wallets where id_service = ${id_service} and date_deleted is null) as wallets,
    array(select distinct id_liquidation::integer from billable_items where id_service = ${id_service}
      and id_liquidation is not null) as liquidations,
    array(select distinct id_invoice::integer from billable_items where id_service = ${id_service}
      and id_invoice is not null) as invoices`.execute(asked.context.db)
  return found
    ? entriesOf(
        asked,
        SOURCES.map((table) => ({ table, ids: found[table] })),
      )
    : null
}
