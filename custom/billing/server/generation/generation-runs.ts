import { sql } from 'kysely'
import { isStaff } from '#app/asker'
import { living } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import { type CallContext, type Db, raisedIn, serveCall, type Tx, wakeJob } from '#engine/server'
import {
  type ClosingModule,
  CLOSINGS,
  type Generation,
  type GenerationCall,
  generationCallOf,
  invoicesBeginCall,
  partnersBeginCall,
  statementsBeginCall,
  type StopCall,
  stopCallOf,
} from '../../model/generation-calls'
import { knownDrivers } from '../generate'
import { knownCompanies } from '../invoices/parties'
import { branchBounds } from '../open-items'
import { knownPartners } from '../partners/partner-statements'
import { GENERATION_JOB } from './generation-job'

/** How long what has ended is told to who comes back to its page, and kept. */
const TOLD_MIN = 30
const KEPT_DAYS = 7

type Row = Omit<Generation, 'date_created'> & { readonly date_created: Date | string }

const COLUMNS = sql`id::float8 as id, asked->>'date_from' as date_from, asked->>'date_to' as date_to, state, total,
  done, made, refused, problem, date_created`
const told = ({ date_created, ...run }: Row): Generation => ({
  ...run,
  date_created: new Date(date_created).toISOString(),
})

/** `POST liquidations/generation`. */
const beginStatements = serveCall(statementsBeginCall, async (context, { id_drivers, ...period }) => {
  assertStaff(context)
  await knownDrivers(context, context.db, id_drivers)
  return begin(context, 'liquidations', { ...period, parties: id_drivers })
})

/** `POST partner_statements/generation`. */
const beginPartners = serveCall(partnersBeginCall, async (context, { id_partners, ...period }) => {
  assertStaff(context)
  await knownPartners(context, context.db, id_partners)
  return begin(context, 'partner_statements', { ...period, parties: id_partners })
})

/** `POST invoices/generation`. */
const beginInvoices = serveCall(invoicesBeginCall, async (context, asked) => {
  assertStaff(context)
  await knownCompanies(context, context.db, asked.parties)
  return begin(context, 'invoices', asked)
})

function assertStaff({ actor }: CallContext): void {
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
}

interface RunRequest extends JsonObject {
  readonly date_from: string
  readonly date_to: string
  readonly parties: readonly JsonObject[string][]
}

async function begin(
  { actor, now, transaction }: CallContext,
  module: ClosingModule,
  asked: RunRequest,
): Promise<{ run: Generation }> {
  branchBounds(asked, 'UTC')
  const stamp = now().toISOString()
  const run = await transaction(async (tx) => {
    // Whoever presses twice waits here, and finds the first.
    await sql`select 1 from users where id = ${actor.id} for no key update`.execute(tx)
    if (await underWay(tx, actor.id, module)) throw new AppError('CONFLICT', { say: 'billing.generation.on' })
    await sql`delete from closing_runs where id_user = ${actor.id} and state <> 'waiting'
      and date_updated < ${stamp}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(tx)
    const {
      rows: [row],
    } =
      await sql<Row>`insert into closing_runs (id_user, module, asked, total, done, made, refused, state, date_created,
        date_updated)
      values (${actor.id}, ${module}, ${JSON.stringify(asked)}::jsonb, ${asked.parties.length}, 0, 0, 0, 'waiting',
        ${stamp}::timestamptz, ${stamp}::timestamptz) returning ${COLUMNS}`.execute(tx)
    await wakeJob(tx, GENERATION_JOB)
    return row as Row
  })
  return { run: told(run) }
}

const underWay = async (tx: Tx, id_user: number, module: ClosingModule): Promise<boolean> =>
  (await living(tx, 'closing_runs')
    .select('id')
    .where('id_user', '=', id_user)
    .where('module', '=', module)
    .where('state', '=', 'waiting')
    .executeTakeFirst()) !== undefined

/** The one under way, else the last that ended a short while ago. */
async function lastOf(db: Db, id_user: number, module: ClosingModule, now: Date): Promise<Generation | null> {
  const {
    rows: [row],
  } = await sql<Row>`select ${COLUMNS} from closing_runs where id_user = ${id_user} and module = ${module}
      and date_deleted is null
    and (state = 'waiting' or date_updated > ${now.toISOString()}::timestamptz - make_interval(mins => ${TOLD_MIN}))
    order by state = 'waiting' desc, id desc limit 1`.execute(db)
  return row ? told(row) : null
}

const serveRun = (contract: GenerationCall, module: ClosingModule) =>
  serveCall(contract, async ({ actor, db, now }) => ({ run: await lastOf(db, actor.id, module, now()) }))

const serveStop = (contract: StopCall, module: ClosingModule) =>
  serveCall(contract, async ({ actor, now, transaction }, { id }) => {
    const row = await transaction(
      async (tx) =>
        (
          await sql<Row>`update closing_runs set state = 'stopped', ${raisedIn('closing_runs', now())}
    where id = ${id} and id_user = ${actor.id} and module = ${module} and state = 'waiting' and date_deleted is null
    returning ${COLUMNS}`.execute(tx)
        ).rows[0],
    )
    if (!row) throw new AppError('NOT_FOUND')
    return { run: told(row) }
  })

export const generationCalls = [
  beginStatements,
  beginInvoices,
  beginPartners,
  ...CLOSINGS.flatMap((module) => [serveRun(generationCallOf(module), module), serveStop(stopCallOf(module), module)]),
]
