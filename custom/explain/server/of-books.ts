import { type RawBuilder, sql } from 'kysely'
import type { ExplainedLine, ExplainedSection } from '#engine/model'
import { stateObjects } from '#engine/server'
import { accountNames } from '../../ledger/server'
import {
  type AmountQuestion,
  localDay,
  idOrNone,
  isTheirs,
  pathOf,
  explainSentence,
  section,
  type Sections,
} from './asked'

/** Records that entries come from. */
interface Source {
  readonly table: string
  readonly ids: readonly number[]
}

interface Row {
  readonly id: number
  readonly kind: string
  readonly effective_at: Date
  readonly name: string | null
  readonly reverses: number | null
  readonly id_account: number
  readonly id_user: number | null
  readonly id_company: number | null
  readonly amount: number
}

const MAX_POSTINGS = 80

/**
 * The entries of the books that some records wrote, each with its postings: those of their own accounts for who is not
 * staff.
 */
export async function entriesOf(asked: AmountQuestion, sources: readonly Source[]): Promise<ExplainedSection | null> {
  const named = sources.filter(({ ids }) => ids.length > 0)
  if (named.length === 0) return null
  const where = sql.join(
    named.map(({ table, ids }) => sql`(e.source = ${table} and e.id_source = any(${[...ids]}::bigint[]))`),
    sql` or `,
  )
  return booked(asked, where)
}

/** The last entries of somebody's accounts of some kinds. */
export function accountEntries(
  asked: AmountQuestion,
  { id_user, id_company }: { readonly id_user?: number; readonly id_company?: number },
  kinds: readonly string[],
): Promise<ExplainedSection | null> {
  const whose = id_user === undefined ? sql`a.id_company = ${id_company ?? 0}` : sql`a.id_user = ${id_user}`
  return booked(
    asked,
    sql`e.id in (select p.id_entry from ledger_postings p join ledger_accounts a on a.id = p.id_account
    where ${whose} and a.kind = any(${[...kinds]}::text[]) order by p.id desc limit 10)`,
  )
}

/** An amount of an account: the entry that put it there. */
export const explainPosting = async (asked: AmountQuestion): Promise<Sections> => [
  await booked(asked, sql`e.id = ${idOrNone(asked.record['id_entry'])}`),
]

/** What is in an account: its last entries. */
export const explainAccount = async (asked: AmountQuestion): Promise<Sections> => [
  await booked(
    asked,
    sql`e.id in (select id_entry from ledger_postings where id_account = ${asked.id} order by id desc limit 10)`,
  ),
]

async function booked(asked: AmountQuestion, where: RawBuilder<unknown>): Promise<ExplainedSection | null> {
  const { context } = asked
  const { rows } = await sql<Row>`
    select e.id, e.kind, e.effective_at, e.name, e.reverses, p.id_account, a.id_user, a.id_company,
      (p.amount / 100.0)::float8 as amount
    from ledger_entries e join ledger_postings p on p.id_entry = e.id join ledger_accounts a on a.id = p.id_account
    where ${where} order by e.id, p.id limit ${MAX_POSTINGS}`.execute(context.db)
  const entries = stateObjects(context, 'ledger_entries', 'kind')
  const accounts = await accountNames(
    context,
    context.db,
    rows.map(({ id_account }) => id_account),
  )
  const lines: ExplainedLine[] = []
  let last = 0
  for (const row of rows) {
    if (!isTheirs(asked, row)) continue
    if (row.id !== last) {
      const kind = entries.get(row.kind)?.name ?? row.kind
      lines.push({
        text: `${localDay(asked, row.effective_at)} · ${kind}`,
        ...(asked.staff && pathOf(asked, 'ledger_entries', Number(row.id))),
        ...(row.reverses !== null
          ? { note: explainSentence(asked, 'reverses', { id: Number(row.reverses) }) }
          : row.name !== null && { note: row.name }),
      })
    }
    last = row.id
    const page = asked.staff ? pathOf(asked, 'ledger_accounts', row.id_account) : {}
    lines.push({
      text: accounts.get(row.id_account) ?? String(row.id_account),
      amount: row.amount,
      inner: true,
      ...page,
    })
  }
  return section(explainSentence(asked, 'books'), lines)
}
