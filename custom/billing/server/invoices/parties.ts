import { type RawBuilder, sql } from 'kysely'
import { visible } from '#app/tables'
import { AppError } from '#engine/model'
import { anyOf, type CallContext, type Db } from '#engine/server'
import type { InvoicedBy, InvoiceParty } from '../../model/invoice-calls'
import { branchZone } from '../open-items'

const COLUMN = { company: null, area: 'id_company_area', ceco: 'id_company_ceco' } as const

/** By which of their values items (`b`) and invoices are divided. */
export const partColumn = (by: InvoicedBy, of = 'b'): RawBuilder<unknown> =>
  COLUMN[by] === null ? sql`null::bigint` : sql.ref(`${of}.${COLUMN[by]}`)

/** Items, or invoices, of one company, area or cost centre. */
export const isOfParty = (by: InvoicedBy, { id_company, id_part }: InvoiceParty, of = 'b'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${of}.id_company`)} = ${id_company}${COLUMN[by] === null ? sql`` : sql` and ${partColumn(by, of)} is not distinct from ${id_part}::bigint`}`

interface Company {
  readonly id: number
  readonly name: string
  readonly zone: string
}

/** Companies that the asker reaches, on the clocks of their branches. */
export async function companiesOf(
  context: CallContext,
  db: Db,
  { ids, id_branch }: { readonly ids?: readonly number[]; readonly id_branch?: number | undefined },
): Promise<readonly Company[]> {
  const found = await visible(db, context, 'companies as c')
    .leftJoin('branches as r', 'r.id', 'c.id_branch')
    .$if(ids !== undefined, (query) => query.where('c.id', '=', anyOf(ids ?? [])))
    .$if(id_branch !== undefined, (query) => query.where('c.id_branch', '=', id_branch ?? 0))
    .select(['c.id', 'c.name', 'r.timezone'])
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
  return found.map(({ id, name, timezone }) => ({ id, name: name ?? '', zone: branchZone(timezone, context.settings) }))
}

/** Those of parties. @throws {AppError} NOT_FOUND where one is out of the asker's reach */
export async function knownCompanies(
  context: CallContext,
  db: Db,
  parties: readonly InvoiceParty[],
): Promise<readonly Company[]> {
  const ids = [...new Set(parties.map(({ id_company }) => id_company))]
  const companies = await companiesOf(context, db, { ids })
  if (companies.length < ids.length) throw new AppError('NOT_FOUND')
  return companies
}

/** @throws {AppError} NOT_FOUND, also out of the asker's reach */
export async function invoicedCompany(context: CallContext, id: number): Promise<Company> {
  const [company] = await companiesOf(context, context.db, { ids: [id] })
  if (!company) throw new AppError('NOT_FOUND')
  return company
}

/** What areas and cost centres are called. */
export async function partNames(
  db: Db,
  by: InvoicedBy,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  if (by === 'company') return new Map()
  const { rows } = await sql<{ readonly id: number; readonly name: string | null }>`
    select id, name from ${sql.table(by === 'area' ? 'company_areas' : 'company_cecos')}
    where id = ${anyOf(ids.filter((id) => id !== null))}`.execute(db)
  return new Map(rows.map(({ id, name }) => [Number(id), name ?? '']))
}
