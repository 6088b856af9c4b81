import { setTimeout as sleep } from 'node:timers/promises'
import { childServer, type ChildServer } from '../child-server'
import { Client, ServerGone } from './client'
import { ImportFiles, type Cut } from './imports'
import { TAGS } from './kill-project'
import { Memory } from './memory'
import { proveFree, proveSeries, proveWhole, proveWrites, type Losses } from './proofs'
import { Crew, issue, race, write, type Work } from './writers'

const WRITERS = ['ana', 'bea', 'carla']
const ISSUERS = ['dora', 'elsa']
const CREW = 40
/** A kill comes at any moment of so long a stretch of work. */
const MIN_MS = 30
const MAX_MS = 2500

/**
 * One database through many kills.
 * @param env where the metadata and the database are
 * @returns how many losses there were; each is printed
 */
export async function killRounds(env: { readonly [name: string]: string }, rounds: number): Promise<number> {
  const client = new Client()
  const memory = new Memory()
  const files = new ImportFiles(client)
  const cuts: { [cut in Cut]: number } = { before: 0, between: 0, after: 0 }
  const [starts, began]: [number[], number] = [[], performance.now()]
  let [committed, losses]: [number, number] = [0, 0]
  const issued = new Set<number>()
  let server = await start(client, env)
  try {
    await client.enter()
    const tags = await Promise.all(TAGS.map(async (name) => Number((await client.done('tags/create', { name })).id)))
    const crew = new Crew(
      await Promise.all(
        Array.from({ length: CREW }, async (_, i) => {
          const name = `crew ${i}`
          return Number((await client.done('plans/create', { name, code: name, steps: [{ name }] })).id)
        }),
      ),
    )
    for (let round = 1; round <= rounds; round++) {
      await files.stage(round)
      const errors = await workUntilKilled({ client, memory, tags, round, issued }, crew, files, server)
      server = await start(client, env)
      starts.push(server.started_ms)
      const found: Losses = [...errors]
      await proveWhole(client, found)
      committed += await proveWrites(client, memory, crew, found)
      await proveSeries(client, issued, found)
      cuts[await files.prove(found)]++
      await proveFree(client, memory, found)
      await proveWhole(client, found)
      for (const loss of new Set(found)) console.log(`LOST   round ${round}: ${loss}`)
      losses += new Set(found).size
      if (round % 10 === 0)
        console.log(`${round} kills so far, ${losses} losses, ${((performance.now() - began) / 1000).toFixed(0)} s`)
    }
    const seconds = (performance.now() - began) / 1000
    console.log(
      `${rounds} kills in ${seconds.toFixed(0)} s; a start after one took ${median(starts).toFixed(0)} ms (median), ${Math.max(...starts).toFixed(0)} ms at most`,
    )
    console.log(
      `${memory.count} writes and ${crew.calls} bulk calls of ${CREW} rows acknowledged; ${committed} more writes had been committed and not answered`,
    )
    console.log(`${issued.size} numbers of a series acknowledged`)
    console.log(
      `${rounds} imports of ${files.rows} rows; the kill came before saving ${cuts.before} times, in the middle ${cuts.between}, after ${cuts.after}`,
    )
    return losses
  } finally {
    await server.kill()
  }
}

async function start(client: Client, env: { readonly [name: string]: string }): Promise<ChildServer> {
  const server = await childServer('kill/server.ts', env)
  client.use(server)
  return server
}

/** @returns what ended otherwise than by the kill */
async function workUntilKilled(
  work: Work & { readonly issued: Set<number> },
  crew: Crew,
  files: ImportFiles,
  server: ChildServer,
): Promise<string[]> {
  const until = MIN_MS + Math.random() * (MAX_MS - MIN_MS)
  const all = [
    ...WRITERS.map((writer) => write(work, writer)),
    race(work),
    ...ISSUERS.map((writer) => issue(work, writer)),
    crew.drill(work),
    sleep((Math.random() * until) / 2).then(() => files.save()),
    sleep(Math.random() * until).then(() => files.read(work.round)),
  ]
  const ends = Promise.allSettled(all)
  await sleep(until)
  work.client.use(null)
  await server.kill()
  return (await ends).flatMap((end) =>
    end.status === 'fulfilled' || end.reason instanceof ServerGone ? [] : [String(end.reason)],
  )
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
