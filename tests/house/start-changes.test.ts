import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import { expect, test } from 'vitest'
import type { ServerFeature, Tx } from '#engine/server'
import { APPLICATION } from '../application'

/** What stands in a row that is asked for: `something` under every name, or no row at all. */
type Answer = 'nothing' | 'something'

const ROW: object = new Proxy({}, { get: () => 'something' })

class Answering extends DummyDriver {
  constructor(readonly answer: Answer) {
    super()
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    const rows = this.answer === 'something' ? [ROW] : []
    return Promise.resolve({
      executeQuery: <R>() => Promise.resolve<QueryResult<R>>({ rows: rows as R[] }),
      async *streamQuery() {
        /* Nobody streams in a start. */
      },
    })
  }
}

/** The statements of a feature's `prepare`, without a database: where nothing is there yet, and where everything is. */
async function statementsOf({ prepare }: Pick<ServerFeature, 'prepare'>): Promise<readonly string[]> {
  const texts: string[] = []
  for (const answer of ['nothing', 'something'] as const) {
    const db = new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new Answering(answer),
        createIntrospector: (of) => new PostgresIntrospector(of),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      log: ({ query }) => void texts.push(query.sql),
    })
    await prepare?.(db as unknown as Tx)
  }
  return texts
}

/** A statement without bodies of functions, texts and comments, in small letters. */
const bare = (text: string): string =>
  text
    .replace(/--[^\n]*/g, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .trim()

/** What a start may not do: it grows with the rows of a table. */
function growing(statement: string): boolean {
  if (/^(update|delete|truncate|merge|do|refresh|cluster|reindex|vacuum)\b/.test(statement)) return true
  if (/^insert\b/.test(statement)) return /\bselect\b/.test(statement)
  return /^with\b/.test(statement) && /\b(update|delete from|merge into|insert into)\b/.test(statement)
}

/** The table of an index over rows that a catalogue, and not the feature itself, keeps. */
const indexedTable = (statement: string): string | null =>
  /^create (?:unique )?index (?:if not exists )?\S+ on (?:only )?"?(\w+)/.exec(statement)?.[1] ?? null

async function troublesOf(feature: Pick<ServerFeature, 'name' | 'prepare' | 'tables'>): Promise<string[]> {
  const own = Object.keys(feature.tables ?? {})
  const statements = (await statementsOf(feature)).flatMap((text) =>
    bare(text)
      .split(';')
      .map((one) => one.trim()),
  )
  return [...new Set(statements)].flatMap((one) => {
    const table = indexedTable(one)
    if (table !== null && !own.includes(table)) return [`${feature.name}, an index of \`indexes\`: ${one}`]
    return growing(one) ? [`${feature.name}, a change of \`changes\`: ${one}`] : []
  })
}

test('a start changes no rows: what grows with a table is a change or an index that is made beside it', async () => {
  const found = await Promise.all(APPLICATION.map(troublesOf))
  expect(found.flat()).toEqual([])
})

test('what a start would do for minutes is found, also behind a condition and in a `with`', async () => {
  const prepare = async (tx: Tx): Promise<void> => {
    await sql`create or replace function f() returns trigger language plpgsql as $$
      begin update rides set a = 1; end $$`.execute(tx)
    await sql`insert into kinds (name) values ('a update b') on conflict do nothing`.execute(tx)
    await sql`create trigger t after update of a or delete on rides
      for each row execute function f()`.execute(tx)
    const { rows } = await sql`select 1 from information_schema.columns`.execute(tx)
    if (rows.length > 0) await sql`update rides set a = 2 where a is null`.execute(tx)
    else await tx.deleteFrom('rides').where('a', '=', 1).execute()
    await sql`-- told first
      with old as (delete from rides returning a) insert into past select a from old`.execute(tx)
    await sql`create index if not exists i on rides (a); create index j on own_rides (a)`.execute(tx)
  }
  const troubles = await troublesOf({ name: 'f', tables: { own_rides: {} }, prepare })
  expect(troubles.map((one) => one.replace(/\s+/g, ' ').split(': ')[1]?.slice(0, 24))).toEqual([
    'delete from "rides" wher',
    'with old as (delete from',
    'create index if not exis',
    'update rides set a = 2 w',
  ])
})
