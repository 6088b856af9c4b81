import { sql } from 'kysely'
import { isStaff } from '#app/asker'
import { living, visible } from '#app/tables'
import { AppError, todayIn } from '#engine/model'
import { anyOf, type CallContext, type Db, serveCall } from '#engine/server'
import { partnerPreviewCall, type PartnerRow } from '../../model/partner-calls'
import type { StatementParty, StatementMaker } from '../generate'
import { branchBounds, isOpenItem, type ClosingLine, OF_PARTNERS, unitsOf, branchZone } from '../open-items'
import { closingBranches } from '../preview'

const PARTNER = '2'

const partnersOf = (context: CallContext, db: Db) =>
  visible(db, context, 'companies as c').leftJoin('branches as r', 'r.id', 'c.id_branch').where('c.type', '=', PARTNER)

/** Partners with the zones of their branches. @throws {AppError} NOT_FOUND where one is out of the asker's reach */
export async function knownPartners(
  context: CallContext,
  db: Db,
  ids: readonly number[],
): Promise<readonly StatementParty[]> {
  const known = await partnersOf(context, db)
    .where('c.id', '=', anyOf(ids))
    .select(['c.id', 'r.timezone'])
    .orderBy('c.id')
    .execute()
  if (known.length < ids.length) throw new AppError('NOT_FOUND')
  return known
}

const sumOf = (lines: readonly ClosingLine[], kinds: readonly string[]): number =>
  lines.reduce((sum, { kind, minor }) => (kinds.includes(kind) ? sum + minor : sum), 0)

export const PARTNER_STATEMENTS: StatementMaker = {
  of: OF_PARTNERS,
  parties: 'companies',
  known: knownPartners,
  words: 'billing.partner_lines',
  said: (lines) => ({
    sales: unitsOf(sumOf(lines, ['sale', 'delivery'])),
    commission: unitsOf(-sumOf(lines, ['commission'])),
  }),
}

type Sums = Omit<PartnerRow, 'name' | 'draft' | 'issued'>

/** `POST partner_statements/preview`. */
export const previewPartners = serveCall(partnerPreviewCall, async (context, { date_from, date_to, id_branch }) => {
  const { db, settings, now, actor } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  const partners = await partnersOf(context, db)
    .$if(id_branch !== undefined, (query) => query.where('c.id_branch', '=', id_branch ?? 0))
    .select(['c.id', 'c.name', 'r.timezone'])
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
  const found: Sums[] = []
  for (const zone of new Set(partners.map(({ timezone }) => branchZone(timezone, settings)))) {
    const { from, until } = branchBounds({ date_from, date_to }, zone)
    const ids = partners.filter(({ timezone }) => branchZone(timezone, settings) === zone).map(({ id }) => id)
    const of = (...kinds: readonly string[]) =>
      sql`(coalesce(sum(minor) filter (where not earlier and kind in (${sql.join(kinds)})), 0) / 100)::float8`
    const { rows } = await sql<Sums>`
      select id_partner::float8 as id_partner, count(distinct id_order)::integer as orders,
        ${of('sale', 'delivery')} as sales, ${of('commission')} as commission, ${of('incident')} as incidents,
        ${of('cash_held')} as cash,
        (coalesce(sum(minor) filter (where earlier), 0) / 100)::float8 as earlier, (sum(minor) / 100)::float8 as net
      from (select b.*, b.effective_at < ${from}::timestamptz as earlier from billable_items b
        where b.id_partner = ${anyOf(ids)} and ${isOpenItem(OF_PARTNERS, until)}) as open group by 1`.execute(db)
    found.push(...rows)
  }
  const documents = await living(db, 'partner_statements as p')
    .where('p.id_partner', '=', anyOf(found.map(({ id_partner }) => id_partner)))
    .where('p.state', 'in', ['1', '2', '3'])
    .where('p.date_from', '<=', date_to)
    .where('p.date_to', '>=', date_from)
    .select(['p.id', 'p.id_partner', 'p.number', 'p.state'])
    .select(
      sql<boolean>`p.from_services and p.date_from = ${date_from}::date and p.date_to = ${date_to}::date`.as('same'),
    )
    .orderBy('p.id')
    .execute()
  return {
    partners: partners.flatMap(({ id, name }): PartnerRow[] =>
      found
        .filter(({ id_partner }) => id_partner === id)
        .map((sums) => {
          const own = documents.filter(({ id_partner }) => id_partner === id)
          return {
            ...sums,
            name: name ?? '',
            draft: own.find(({ state, same }) => state === '1' && same)?.id ?? null,
            issued: own.find(({ state }) => state !== '1')?.number ?? null,
          }
        }),
    ),
    branches: await closingBranches(context),
    today: todayIn(branchZone(null, settings), now()),
  }
})
