import { sql } from 'kysely'
import { AppError, todayIn } from '#engine/model'
import { anyOf, serveCall } from '#engine/server'
import { isStaff } from '#app/asker'
import { invoiceExcludeCall, invoiceOddCall, invoicePreviewCall, type InvoiceRow } from '../../model/invoice-calls'
import { oddServicesOf, type OpenSums, serveExclude, openSums } from '../odd-services'
import { branchBounds, OF_COMPANIES, branchZone } from '../open-items'
import { closingBranches } from '../preview'
import { companiesOf, invoicedCompany, isOfParty, partColumn, partNames } from './parties'

interface Found {
  readonly id: number
  readonly id_company: number
  readonly part: number | null
  readonly number: string | null
  readonly state: string
  readonly same: boolean
  readonly all: boolean
}

/** `POST invoices/preview`. */
export const previewInvoices = serveCall(
  invoicePreviewCall,
  async (context, { date_from, date_to, by, id_company, id_branch }) => {
    const { db, settings, now, actor } = context
    if (!isStaff(actor)) throw new AppError('FORBIDDEN')
    const companies = await companiesOf(context, db, {
      id_branch,
      ...(id_company !== undefined && { ids: [id_company] }),
    })
    const found: OpenSums[] = []
    for (const zone of new Set(companies.map((one) => one.zone))) {
      const ids = companies.filter((one) => one.zone === zone).map(({ id }) => id)
      found.push(
        ...(await openSums(db, {
          of: OF_COMPANIES,
          whose: sql`b.id_company = ${anyOf(ids)}`,
          part: partColumn(by),
          bounds: branchBounds({ date_from, date_to }, zone),
        })),
      )
    }
    const names = await partNames(
      db,
      by,
      found.map(({ part }) => part),
    )
    const { rows: documents } = await sql<Found>`
    select v.id, v.id_company, ${partColumn(by, 'v')} as part, v.number, v.state, v.from_services is not true
      or v.by is distinct from ${by} as all,
      v.from_services is true and v.by = ${by} and v.date_from = ${date_from}::date and v.date_to
      = ${date_to}::date as same
    from invoices v where v.id_company = ${anyOf(found.map(({ party }) => party))} and v.date_deleted is null
      and v.state <> '9'
      and v.date_from <= ${date_to}::date and v.date_to >= ${date_from}::date order by v.id`.execute(db)
    return {
      companies: companies.flatMap(({ id, name }): InvoiceRow[] =>
        found
          .filter(({ party }) => party === id)
          .map(({ part, services, earlier, net, odd, to_look_at }) => {
            const own = documents.filter((one) => one.id_company === id && (one.all || one.part === part))
            return {
              id_company: id,
              id_part: part,
              name,
              part: part === null ? null : (names.get(part) ?? ''),
              services,
              earlier,
              net,
              odd,
              to_look_at,
              draft: own.find(({ state, same }) => state === '0' && same)?.id ?? null,
              issued: own.find(({ state }) => state !== '0')?.number ?? null,
            }
          })
          .sort((a, b) => (a.part ?? '').localeCompare(b.part ?? '')),
      ),
      branches: await closingBranches(context),
      today: todayIn(branchZone(null, settings), now()),
    }
  },
)

/** `POST invoices/oddServices`. */
export const invoiceOdd = serveCall(invoiceOddCall, async (context, { by, id_company, id_part, ...period }) => {
  if (!isStaff(context.actor)) throw new AppError('FORBIDDEN')
  const { zone } = await invoicedCompany(context, id_company)
  return oddServicesOf(context.db, {
    of: OF_COMPANIES,
    whose: isOfParty(by, { id_company, id_part }),
    bounds: branchBounds(period, zone),
  })
})

/** `POST invoices/exclude`. */
export const invoiceExclude = serveExclude(invoiceExcludeCall, OF_COMPANIES)
