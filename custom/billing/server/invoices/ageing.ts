import { sql } from 'kysely'
import { visible } from '#app/tables'
import { todayIn } from '#engine/model'
import { type CallContext, type CallFile, serveCall, serveFile } from '#engine/server'
import { type Ageing, ageingCall, ageingExportCall } from '../../model/invoice-calls'
import { branchZone } from '../open-items'

const BUCKETS = ['not_due', 'd30', 'd60', 'd90', 'more', 'in_favour'] as const
type Bucket = (typeof BUCKETS)[number]

interface Row {
  readonly id: number
  readonly number: string | null
  readonly id_company: number
  readonly name: string | null
  readonly date_due: string | null
  readonly days: number
  readonly cents: number
  readonly reminded_at: string | null
}

/** Issued invoices with something left, those that the asker reaches, the longest due first. */
export async function owedOf(context: CallContext, id_company?: number): Promise<readonly Row[]> {
  const today = todayIn(branchZone(null, context.settings), context.now())
  return visible(context.db, context, 'invoices as v')
    .innerJoin('companies as c', 'c.id', 'v.id_company')
    .where('v.state', 'in', ['1', '2', '9'])
    .where('v.number', 'is not', null)
    .where('v.balance', '<>', '0')
    .where((eb) => eb.or([eb('v.state', '<>', '9'), eb('v.credited', '<>', '0')]))
    .$if(id_company !== undefined, (query) => query.where('v.id_company', '=', id_company ?? 0))
    .select(({ ref }) => [
      'v.id',
      'v.number',
      'v.id_company',
      'c.name',
      sql<string | null>`${ref('v.date_due')}::text`.as('date_due'),
      sql<number>`${today}::date - coalesce(${ref('v.date_due')}, ${ref('v.date_issued')}, ${today}::date)`.as('days'),
      sql<number>`round(${ref('v.balance')} * 100)::float8`.as('cents'),
      sql<string | null>`${ref('v.reminded_at')}::text`.as('reminded_at'),
    ])
    .orderBy('c.name')
    .orderBy('v.id_company')
    .orderBy('v.date_due')
    .orderBy('v.id')
    .execute() as Promise<readonly Row[]>
}

const bucketOf = ({ days, cents }: Row): Bucket =>
  cents < 0 ? 'in_favour' : days < 0 ? 'not_due' : days <= 30 ? 'd30' : days <= 60 ? 'd60' : days <= 90 ? 'd90' : 'more'

/** `GET invoices/ageing`. The day that it is due counts as the first. */
export const ageing = serveCall(ageingCall, async (context) => {
  const rows = await owedOf(context)
  const companies = [...new Set(rows.map(({ id_company }) => id_company))].map((id_company): Ageing => {
    const own = rows.filter((row) => row.id_company === id_company)
    const sum = (of: readonly Row[]): number => of.reduce((all, { cents }) => all + cents, 0) / 100
    const sums = Object.fromEntries(
      BUCKETS.map((bucket) => [bucket, sum(own.filter((row) => bucketOf(row) === bucket))]),
    ) as { [bucket in Bucket]: number }
    const reminded = own
      .flatMap(({ reminded_at }) => reminded_at ?? [])
      .sort()
      .at(-1)
    return {
      id_company,
      name: own[0]?.name ?? '',
      ...sums,
      total: sum(own),
      reminded_at: reminded === undefined ? null : new Date(reminded).toISOString(),
      invoices: own.map(({ id, number, date_due, days, cents }) => ({
        id,
        number,
        date_due,
        days,
        balance: cents / 100,
      })),
    }
  })
  return { today: todayIn(branchZone(null, context.settings), context.now()), companies }
})

/** `GET invoices/ageingExport`. */
export const ageingExport = serveFile(
  ageingExportCall,
  async (context, { export: format = 'xlsx' }): Promise<CallFile> => {
    const rows = await owedOf(context)
    const { say } = context
    return {
      format,
      zone: branchZone(null, context.settings),
      title: say('billing.ageing.title'),
      columns: [
        { label: say('billing.company') },
        { label: say('billing.ageing.number') },
        { label: say('billing.ageing.due') },
        ...BUCKETS.map((bucket) => ({ label: say(`billing.ageing.${bucket}`), align: 'right' as const })),
      ],
      async *rows() {
        yield rows.map((row) => [
          row.name ?? '',
          row.number ?? '',
          row.date_due ?? '',
          ...BUCKETS.map((bucket) => (bucketOf(row) === bucket ? row.cents / 100 : null)),
        ])
      },
    }
  },
)
