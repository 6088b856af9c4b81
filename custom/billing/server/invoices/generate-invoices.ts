import { sql } from 'kysely'
import { AppError, type JsonObject } from '#engine/model'
import { anyOf, type CallContext, serveCall, type Tx } from '#engine/server'
import { isStaff } from '#app/asker'
import { type InvoicedBy, type Detail, invoiceGenerateCall, type InvoiceParty } from '../../model/invoice-calls'
import { type Bounds, branchBounds, isOpenItem, OF_COMPANIES } from '../open-items'
import { invoiceLines, rowOfLine } from './lines'
import { isOfParty, knownCompanies } from './parties'

const DRAFT = '0'
/** Lines of one invoice; with more services it says what they come to by kind. */
const MAX_LINES = 300

/** Which days, and what an invoice is of and says. */
export interface InvoicesAsked {
  readonly by: InvoicedBy
  readonly detail: Detail
  readonly date_from: string
  readonly date_to: string
}

interface Draft {
  readonly party: InvoiceParty
  readonly detail: Detail
  readonly bounds: Bounds
  readonly input: JsonObject
}

/** `POST invoices/generate`. What a draft says is only what would be taken: it is taken when it is issued. */
export const generateInvoices = serveCall(invoiceGenerateCall, async (context, { parties, ...asked }) => {
  const drafts = await makeInvoices(context, parties, asked)
  return { drafts: [...drafts], msg: context.say('billing.drafts_made', { smart_count: drafts.length }) }
})

/** Drafts of these, all or none. @throws {AppError} FORBIDDEN, NOT_FOUND, VALIDATION */
export async function makeInvoices(
  context: CallContext,
  parties: readonly InvoiceParty[],
  asked: InvoicesAsked,
): Promise<readonly (InvoiceParty & { readonly id: number })[]> {
  if (!isStaff(context.actor)) throw new AppError('FORBIDDEN')
  return context.records.write(async ({ tx, saveMany }) => {
    const companies = await knownCompanies(context, tx, parties)
    // Whoever fills a draft of the same company waits here, and finds this one.
    await sql`select 1 from companies where id = ${anyOf(companies.map(({ id }) => id))}
      order by id for no key update`.execute(tx)
    const made: Draft[] = []
    for (const party of parties) {
      const zone = companies.find(({ id }) => id === party.id_company)?.zone ?? 'UTC'
      const draft = await draftOf(context, tx, { ...asked, party, zone })
      if (draft) made.push(draft)
    }
    const saved =
      made.length === 0
        ? []
        : await saveMany(
            'invoices',
            made.map(({ input }) => input),
          )
    const found = saved.map(({ id }, at) => ({ id: Number(id), ...(made[at] as Draft) }))
    for (const draft of found) await mark(tx, asked.by, draft)
    return found.map(({ id, party }) => ({ id, ...party }))
  })
}

async function draftOf(
  { say, settings }: CallContext,
  tx: Tx,
  {
    by,
    detail,
    date_from,
    date_to,
    party,
    zone,
  }: InvoicesAsked & { readonly party: InvoiceParty; readonly zone: string },
): Promise<Draft | null> {
  const bounds = branchBounds({ date_from, date_to }, zone)
  const {
    rows: [had],
  } = await sql<{ readonly id: number; readonly own: readonly number[] }>`
    select v.id, array(select i.id from invoice_items i where i.id_invoice = v.id and i.date_deleted is null
      and i.kind is null order by i.rank, i.id) as own
    from invoices v where ${isOfParty(by, party, 'v')} and v.by = ${by} and v.state = ${DRAFT}
      and v.date_deleted is null and v.from_services
      and v.date_from = ${date_from}::date and v.date_to = ${date_to}::date order by v.id limit 1`.execute(tx)
  const own = had?.own ?? []
  const whose = sql<boolean>`${isOfParty(by, party)} and ${isOpenItem(OF_COMPANIES, bounds.until)}`
  const lines = (of: Detail) => invoiceLines(tx, { detail: of, whose, from: bounds.from, zone, say })
  const all = await lines(detail)
  const isLong = all.length + own.length > MAX_LINES
  const shown = isLong ? await lines('summary') : all
  if (shown.length === 0 && !had) return null
  const pct = Number(settings['igv'] ?? 0) || 0
  return {
    party,
    detail: isLong ? 'summary' : detail,
    bounds,
    input: {
      ...(had && { id: had.id }),
      id_company: party.id_company,
      date_from,
      date_to,
      pct_igv: pct,
      items: [...shown.map((line) => rowOfLine(line, pct)), ...own.map((id) => ({ id }))],
    },
  }
}

/**
 * What nobody can say of an invoice that they write by hand: that it gathers services, whose, and from when to when.
 */
const mark = (
  tx: Tx,
  by: InvoicedBy,
  { id, party: { id_part }, detail, bounds: { from, until } }: Draft & { readonly id: number },
) =>
  sql`update invoices set from_services = true, by = ${by}, detail = ${detail}, starts_at = ${from}::timestamptz,
    until_at = ${until}::timestamptz,
    id_company_area = ${by === 'area' ? id_part : null}, id_company_ceco = ${by === 'ceco' ? id_part : null}
    where id = ${id}`.execute(tx)
