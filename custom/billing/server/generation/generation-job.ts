import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { callAs, type CallContext, type Db, type Job, raisedIn, type Runtime } from '#engine/server'
import { MAX_DRAFTS } from '../../model/closing-shape'
import type { ClosingModule } from '../../model/generation-calls'
import type { InvoiceParty } from '../../model/invoice-calls'
import { type Days, DRIVERS, makeStatements } from '../generate'
import { type InvoicesAsked, makeInvoices } from '../invoices/generate-invoices'
import { PARTNER_STATEMENTS } from '../partners/partner-statements'

export const GENERATION_JOB = 'billing.generation'

interface Run {
  readonly id: number
  readonly id_user: number
  readonly module: ClosingModule
  readonly asked: Days & Partial<InvoicesAsked> & { readonly parties: readonly unknown[] }
  readonly done: number
}

/** Makes these parties' drafts as the asker, all or none. @returns how many */
type Make = (context: CallContext, asked: Run['asked'], parties: readonly unknown[]) => Promise<number>

const MAKERS: { readonly [module in ClosingModule]: Make } = {
  liquidations: async (context, { date_from, date_to }, parties) =>
    (await makeStatements(context, DRIVERS, parties as readonly number[], { date_from, date_to })).length,
  partner_statements: async (context, { date_from, date_to }, parties) =>
    (await makeStatements(context, PARTNER_STATEMENTS, parties as readonly number[], { date_from, date_to })).length,
  invoices: async (context, { date_from, date_to, by = 'company', detail = 'services' }, parties) =>
    (await makeInvoices(context, parties as readonly InvoiceParty[], { date_from, date_to, by, detail })).length,
}

/**
 * Carries on what people asked for, some drafts of each in turn, with the rights that they have by now. A process may
 * die anywhere: what it had not counted is made again, and is the same drafts.
 */
export const generationJob: Job = {
  name: GENERATION_JOB,
  every_s: 5,
  async run({ runtime, signal, log }) {
    const broken = new Set<number>()
    for (
      let runs = await waiting(runtime.database.db);
      runs.some(({ id }) => !broken.has(id));
      runs = await waiting(runtime.database.db)
    ) {
      for (const run of runs.filter(({ id }) => !broken.has(id))) {
        if (signal.aborted) return
        try {
          await step(runtime, run)
        } catch (error) {
          // Tried again at the job's next time; others do not wait for it.
          broken.add(run.id)
          log(
            `${GENERATION_JOB}: ${run.id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
          )
        }
      }
    }
  },
}

const waiting = (db: Db): Promise<readonly Run[]> =>
  living(db, 'closing_runs')
    .where('state', '=', 'waiting')
    .select([
      sql<number>`id::float8`.as('id'),
      sql<number>`id_user::float8`.as('id_user'),
      sql<ClosingModule>`module`.as('module'),
      sql<Run['asked']>`asked`.as('asked'),
      sql<number>`done`.as('done'),
    ])
    .orderBy('closing_runs.id')
    .execute()

interface Outcome {
  readonly made: number
  readonly refused: number
  readonly problem: string | null
}

async function step(runtime: Runtime, run: Run): Promise<void> {
  const parties = run.asked.parties.slice(run.done, run.done + MAX_DRAFTS)
  const context = await callAs(runtime, run.id_user)
  // Who may not log in any more makes no drafts.
  if (!context)
    return count(runtime, run, run.asked.parties.length - run.done, {
      made: 0,
      refused: run.asked.parties.length - run.done,
      problem: null,
    })
  await count(runtime, run, parties.length, await outcomeOf(context, run, parties))
}

/** Where they cannot be made together each is tried alone: one that is refused keeps no other. */
async function outcomeOf(context: CallContext, run: Run, parties: readonly unknown[]): Promise<Outcome> {
  try {
    return { made: await MAKERS[run.module](context, run.asked, parties), refused: 0, problem: null }
  } catch (error) {
    // What is no refusal is tried again.
    if (!(error instanceof AppError) || error.code === 'UNAVAILABLE' || error.code === 'INTERNAL') throw error
    if (parties.length === 1)
      return { made: 0, refused: 1, problem: context.say(error.say, error.params).slice(0, 300) }
    const each: Outcome[] = []
    for (const party of parties) each.push(await outcomeOf(context, run, [party]))
    const sum = (of: 'made' | 'refused'): number => each.reduce((all, one) => all + one[of], 0)
    return {
      made: sum('made'),
      refused: sum('refused'),
      problem: each.find(({ problem }) => problem !== null)?.problem ?? null,
    }
  }
}

/** What was stopped meanwhile stays so. */
async function count(
  { database, now }: Runtime,
  { id, done }: Run,
  parties: number,
  { made, refused, problem }: Outcome,
): Promise<void> {
  await database.transaction((tx) =>
    sql`update closing_runs set done = done + ${parties}, made = made + ${made}, refused = refused + ${refused},
      problem = coalesce(problem, ${problem}),
    state = case when state = 'waiting' and done + ${parties} >= total then 'done' else state end,
    ${raisedIn('closing_runs', now())} where id = ${id} and done = ${done}`.execute(tx),
  )
}
