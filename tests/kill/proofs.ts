import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '../../src/model/json'
import type { Client } from './client'
import { shapeOf, type Memory, type OpenWrite } from './memory'
import { WHOLE } from './whole'
import type { Crew } from './writers'

interface PlanRow {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly code: string
  readonly state: '0' | '1'
  readonly tags: readonly number[]
  readonly steps: readonly string[]
}

const plansOf = (which: string): string => `select p.id, p.version, p.name, p.code, p.state,
    (select coalesce(json_agg(j.id_target order by j.rank), '[]') from plans_tags j where j.id_own = p.id) as tags,
    (select coalesce(json_agg(s.name order by s.rank, s.id), '[]') from steps s
      where s.id_plan = p.id and s.date_deleted is null) as steps
  from plans p where p.date_deleted is null and ${which} order by p.id`

/** What is lost, torn or doubled, a sentence each. */
export type Losses = string[]

/** Nothing is half there, whoever wrote it. */
export async function proveWhole(client: Client, losses: Losses): Promise<void> {
  // An embedded database has nobody who does it; after fifty rounds a plan for empty tables takes minutes.
  await client.facts('analyze')
  for (const [broken, query] of WHOLE) {
    const rows = await client.facts<{ id: number }>(query)
    if (rows.length > 0)
      losses.push(
        `${rows.length} ${broken}: ${rows
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')}`,
      )
  }
}

/**
 * Every acknowledged write stands as it was acknowledged; what was under way stands as a whole or not at all. What is
 * found is what is remembered from here on.
 * @returns how many writes that were never answered had been committed
 */
export async function proveWrites(client: Client, memory: Memory, crew: Crew, losses: Losses): Promise<number> {
  const rows = await client.facts<PlanRow>(plansOf('true'))
  const there = new Map(rows.map((row) => [row.id, row]))
  proveCrew(
    crew,
    crew.ids.flatMap((id) => there.get(id) ?? []),
    losses,
  )
  for (const [id, { shape }] of memory.plans)
    if (!there.has(id)) losses.push(`plan ${id} was acknowledged as ${shape} and is gone`)
  let committed = 0
  for (const row of rows) {
    if (crew.ids.includes(row.id)) continue
    const shape = shapeOf(row.name, row.tags, row.steps)
    const said = memory.plans.get(row.id)
    const isAsSaid = said !== undefined && said.version === row.version && said.shape === shape
    const isAsAsked = [...memory.open.values()].some((open) => isOf(open, row, said?.version) && open.shape === shape)
    if (!isAsSaid && isAsAsked) committed++
    if (!isAsSaid && !isAsAsked)
      losses.push(
        `plan ${row.id} stands as ${shape} in version ${row.version}, acknowledged was ${JSON.stringify(said ?? null)}`,
      )
    memory.plans.set(row.id, { version: row.version, shape })
  }
  return committed
}

const isOf = ({ id, code }: OpenWrite, row: PlanRow, version: number | undefined): boolean =>
  id === null
    ? row.code === code && version === undefined && row.version === 1
    : row.id === id && row.version === (version ?? 0) + 1

/** Every number from 1 on is there once, and whoever was told of an issue has one. */
export async function proveSeries(client: Client, issued: ReadonlySet<number>, losses: Losses): Promise<void> {
  const rows = await client.facts<{ id: number; number: string | null; stage: string }>(
    'select id, number, stage from bills',
  )
  const numbers = rows.flatMap(({ number }) => (number === null ? [] : [Number(number)])).sort((a, b) => a - b)
  const wrong = numbers.findIndex((number, i) => number !== i + 1)
  if (wrong >= 0)
    losses.push(
      `the series is ${numbers.slice(Math.max(0, wrong - 1), wrong + 2).join(', ')} at its place ${wrong + 1}`,
    )
  const halves = rows.filter(
    ({ id, number, stage }) => (stage === 'issued') !== (number !== null) || (issued.has(id) && number === null),
  )
  if (halves.length > 0)
    losses.push(
      `bills ${halves
        .map(({ id }) => id)
        .slice(0, 5)
        .join(', ')} are issued without a number, or the other way`,
    )
}

/** All of a bulk call or nothing. */
function proveCrew(crew: Crew, rows: readonly PlanRow[], losses: Losses): void {
  const states = [...new Set(rows.map(({ state, version }) => `${state} in version ${version}`))]
  if (rows.length !== crew.ids.length || states.length !== 1)
    losses.push(`a bulk call was left half done: ${rows.length} rows, ${states.join('; ')}`)
  const state = rows[0]?.state ?? crew.said
  if (state !== crew.said && state !== crew.asked)
    losses.push(`a bulk call that was acknowledged is gone: the state is ${state}`)
  crew.said = state
  crew.asked = state
}

/** What was being written when the server died can be written again: nothing holds its row or its unique value. */
export async function proveFree(client: Client, memory: Memory, losses: Losses): Promise<void> {
  for (const { id, code } of memory.open.values()) {
    const standing = id === null ? undefined : memory.plans.get(id)
    const name = `${code} again`
    const input: JsonObject =
      id === null ? { code, name, steps: [{ name }] } : { id, version: standing?.version ?? null, name }
    const { status, body } = await client.post('plans/create', input)
    // The create that died may have come through: then its code is taken, and said to be.
    const isTaken =
      id === null && status === 422 && (await client.facts(`select id from plans where code = '${code}'`)).length === 1
    if (status !== 200 && !isTaken)
      losses.push(`${code}, which was being written, cannot be: ${status} ${JSON.stringify(body)}`)
    if (status !== 200) continue
    const [row] = await client.facts<PlanRow>(plansOf(`p.id = ${Number(body.id)}`))
    if (row) memory.plans.set(row.id, { version: row.version, shape: shapeOf(row.name, row.tags, row.steps) })
  }
  memory.open.clear()
  await proveNoTransaction(client, losses)
}

/** PostgreSQL ends what a dead process had open; an embedded database died with it. */
async function proveNoTransaction(client: Client, losses: Losses): Promise<void> {
  const open = () =>
    client.facts<{ pid: number }>(`select pid from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%' and now() - state_change > interval '2 s'`)
  for (let look = 0; look < 20; look++) {
    if ((await open()).length === 0) return
    await sleep(500)
  }
  losses.push('a transaction of the dead server is still open')
}
