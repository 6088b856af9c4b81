import { KIND, isStaff } from '#app/asker'
import { sql } from 'kysely'
import { visible } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import { anyOf, type CallContext, type Db, serveCall, type Tx } from '#engine/server'
import { generateCall } from '../model/closing-calls'
import {
  type Bounds,
  branchBounds,
  isOpenItem,
  type ClosingLine,
  closingLines,
  nameOfLine,
  OF_DRIVERS,
  type Statements,
  unitsOf,
  branchZone,
} from './open-items'

const DRAFT = '1'

/** Days of a closing, both included. */
export interface Days {
  readonly date_from: string
  readonly date_to: string
}

/** A driver or a partner, with the zone of their branch. */
export interface StatementParty {
  readonly id: number
  readonly timezone: string | null
}

/** Statements of one side: whom they are of, and what their drafts say beside their lines. */
export interface StatementMaker {
  readonly of: Statements
  /** Where the parties stand, to be locked. */
  readonly parties: 'users' | 'companies'
  /** @throws {AppError} NOT_FOUND where one is out of the asker's reach */
  known(context: CallContext, db: Db, ids: readonly number[]): Promise<readonly StatementParty[]>
  said(lines: readonly ClosingLine[]): JsonObject
  /** Words of its lines. */
  readonly words: string
}

/** `POST liquidations/generate`. What a draft says is only what would be taken: it is taken when it is issued. */
export const generateLiquidations = serveCall(generateCall, async (context, { id_drivers, ...period }) => {
  const drafts = await makeStatements(context, DRIVERS, id_drivers, period)
  return {
    drafts: drafts.map(({ id, party }) => ({ id, id_driver: party })),
    msg: context.say('billing.drafts_made', { smart_count: drafts.length }),
  }
})

/** Drafts of these parties, all or none. @throws {AppError} FORBIDDEN, NOT_FOUND, VALIDATION */
export async function makeStatements(
  context: CallContext,
  maker: StatementMaker,
  parties: readonly number[],
  period: Days,
): Promise<readonly { readonly id: number; readonly party: number }[]> {
  const { records, say, settings } = context
  const { of } = maker
  if (!isStaff(context.actor)) throw new AppError('FORBIDDEN')
  return records.write(async ({ tx, saveMany }) => {
    const known = await maker.known(context, tx, parties)
    // Whoever fills a draft of the same party waits here, and finds this one.
    await sql`select 1 from ${sql.table(maker.parties)} where id = ${anyOf(parties)}
      order by id for no key update`.execute(tx)
    const inputs: JsonObject[] = []
    const zones = byZone(known, settings)
    for (const [zone, ids] of zones) inputs.push(...(await draftsOf(tx, maker, { ids, zone, period, say })))
    const saved = inputs.length === 0 ? [] : await saveMany(of.table, inputs)
    for (const [zone, ids] of zones)
      await markDrafts(
        tx,
        of,
        saved.filter((_, at) => ids.includes(Number(inputs[at]?.[of.party]))),
        branchBounds(period, zone),
      )
    return saved.map(({ id }, at) => ({ id: Number(id), party: Number(inputs[at]?.[of.party]) }))
  })
}

/** Drivers with the zones of their branches. @throws {AppError} NOT_FOUND where one is out of the asker's reach */
export async function knownDrivers(
  context: CallContext,
  db: Db,
  drivers: readonly number[],
): Promise<readonly StatementParty[]> {
  const known = await visible(db, context, 'users as u')
    .leftJoin('branches as r', 'r.id', 'u.id_branch')
    .where('u.id', '=', anyOf(drivers))
    .where('u.type_user', '=', KIND.driver)
    .select(['u.id', 'r.timezone'])
    .orderBy('u.id')
    .execute()
  if (known.length < drivers.length) throw new AppError('NOT_FOUND')
  return known
}

/** What nobody can say of a document that they write by hand: that it gathers services, and from when to when. */
const markDrafts = (
  tx: Tx,
  { table }: Statements,
  drafts: readonly { readonly id: unknown }[],
  { from, until }: Bounds,
) =>
  sql`update ${sql.table(table)} set from_services = true, starts_at = ${from}::timestamptz,
    until_at = ${until}::timestamptz where id = ${anyOf(drafts.map(({ id }) => Number(id)))}`.execute(tx)

function byZone(parties: readonly StatementParty[], settings: JsonObject): ReadonlyMap<string, readonly number[]> {
  const zones = new Map<string, number[]>()
  for (const { id, timezone } of parties) {
    const zone = branchZone(timezone, settings)
    zones.set(zone, [...(zones.get(zone) ?? []), id])
  }
  return zones
}

interface DraftRequest {
  readonly ids: readonly number[]
  readonly zone: string
  readonly period: Days
  readonly say: CallContext['say']
}

async function draftsOf(
  tx: Tx,
  { of, said, words }: StatementMaker,
  { ids, zone, period, say }: DraftRequest,
): Promise<readonly JsonObject[]> {
  const { from, until } = branchBounds(period, zone)
  const lines = await closingLines(
    tx,
    of,
    sql`${sql.ref(`b.${of.party}`)} = ${anyOf(ids)} and ${isOpenItem(of, until)}`,
    from,
  )
  const { rows: had } = await sql<{ readonly id: number; readonly party: number; readonly own: readonly number[] }>`
    select l.id, ${sql.ref(`l.${of.party}`)} as party, array(select i.id from ${sql.table(of.lines)} i
      where ${sql.ref(`i.${of.claim}`)} = l.id and i.date_deleted is null and i.kind is null
      order by i.rank, i.id) as own
    from ${sql.table(of.table)} l where ${sql.ref(`l.${of.party}`)} = ${anyOf(ids)} and l.state = ${DRAFT}
      and l.date_deleted is null and l.from_services
      and l.date_from = ${period.date_from}::date and l.date_to = ${period.date_to}::date order by l.id`.execute(tx)
  return ids.flatMap((party): JsonObject[] => {
    const own = lines.filter((line) => line.party === party)
    const draft = had.find((one) => one.party === party)
    if (own.length === 0 && !draft) return []
    return [
      {
        ...(draft && { id: draft.id }),
        [of.party]: party,
        ...period,
        ...said(own),
        items: [
          ...own.map((line) => ({ kind: line.kind, name: nameOfLine(line, say, words), amount: unitsOf(line.minor) })),
          ...(draft?.own ?? []).map((id) => ({ id })),
        ],
      },
    ]
  })
}

/** What they earned: all but the cash that they hold already, and the commission that their wallet paid already. */
const earnedOf = (lines: readonly ClosingLine[]): number =>
  lines.reduce((sum, { kind, minor }) => (SETTLED.has(kind) ? sum : sum + minor), 0)
const SETTLED: ReadonlySet<string> = new Set(['cash_held', 'commission_taken', 'earlier'])

export const DRIVERS: StatementMaker = {
  of: OF_DRIVERS,
  parties: 'users',
  known: knownDrivers,
  said: (lines) => ({ amount_price_driver: unitsOf(earnedOf(lines)) }),
  words: 'billing.lines',
}
