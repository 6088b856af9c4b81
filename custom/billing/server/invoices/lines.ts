import { type RawBuilder, sql } from 'kysely'
import type { JsonObject } from '#engine/model'
import type { Db } from '#engine/server'
import { taxWithin, toAmount } from '../../../ledger/server'
import type { Detail } from '../../model/invoice-calls'
import { closingLines, nameOfLine, OF_COMPANIES } from '../open-items'

type Say = (key: string, params?: { readonly [name: string]: string | number }) => string

/** A line of an invoice that its services come to, tax included. */
interface InvoiceLine {
  readonly kind: string
  readonly id_service: number | null
  readonly minor: number
  readonly name: string
}

interface LinesAsked {
  readonly detail: Detail
  readonly whose: RawBuilder<boolean>
  /** What is from before it comes from an earlier period. */
  readonly from: string
  readonly zone: string
  readonly say: Say
}

export async function invoiceLines(db: Db, asked: LinesAsked): Promise<readonly InvoiceLine[]> {
  const { detail, whose, from, say } = asked
  if (detail === 'services') return serviceLines(db, asked)
  const lines = await closingLines(db, OF_COMPANIES, whose, from)
  return lines.map((line) => ({
    kind: line.kind,
    id_service: null,
    minor: line.minor,
    name: nameOfLine(line, (key, params) => say(key, params)),
  }))
}

interface ServiceRow {
  readonly id: number
  readonly own: boolean
  readonly minor: number
  readonly earlier: boolean
  readonly canceled: boolean
  readonly day: string
  readonly who: string
}

async function serviceLines(db: Db, { whose, from, zone, say }: LinesAsked): Promise<readonly InvoiceLine[]> {
  const { rows } = await sql<ServiceRow>`
    select b.id_service as id, s.id_company is not distinct from b.id_company as own, sum(b.minor)::float8 as minor,
      min(b.effective_at) < ${from}::timestamptz as earlier, s.state = 'canceled' as canceled,
      to_char(min(b.effective_at) at time zone ${zone}, 'DD/MM') as day, coalesce(nullif(s.invited_name, ''),
        trim(concat(u.name, ' ', u.surname))) as who
    from billable_items b join services s on s.id = b.id_service left join users u on u.id = s.id_client
    where ${whose} group by 1, 2, 5, 7 having sum(b.minor) <> 0 order by min(b.effective_at), 1`.execute(db)
  return rows.map(({ id, own, minor, earlier, canceled, day, who }) => ({
    // A ride that is another company's by now is only named.
    kind: earlier ? 'earlier' : 'service',
    id_service: own ? id : null,
    minor,
    name: say(canceled ? 'finance.line_canceled' : 'finance.line_ride', { id, day, who }).slice(0, 160),
  }))
}

/** As a row of the invoice: its price without tax, and the tax, rounded once. */
export function rowOfLine({ kind, id_service, minor, name }: InvoiceLine, pct: number): JsonObject {
  const { net, tax } = taxWithin(BigInt(minor), pct)
  return { kind, id_service, name, quantity: '1', price: toAmount(net), tax: toAmount(tax) }
}

/** A line by what it is of and what it comes to, to tell whether a draft still says what there is. */
export const signOf = (kind: string, id_service: number | null, cents: bigint): string =>
  `${kind} ${id_service ?? ''} ${cents}`
