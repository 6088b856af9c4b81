import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { mailServer, type MailServer } from '../api/mail-server'
import { childServer, type ChildServer } from '../child-server'
import { Client, ServerGone } from './client'

const WRITERS = 3
const MIN_MS = 100
const MAX_MS = 1500
/** After the last kill something of what is due is sent within this time, again and again until nothing is. */
const PATIENCE_MS = 60_000

/**
 * A server is killed while records are made that an endpoint and a person are told of, the person in the console and by
 * mail: after the last start each acknowledged record was told to both, to the endpoint under one id and by mail under
 * one Message-ID however often, in the console once, and no record was told that is not there.
 * @returns how many losses there were; each is printed
 */
export async function effectRounds(env: { readonly [name: string]: string }, rounds: number): Promise<number> {
  const told = new Map<string, { readonly id_record: number; times: number }>()
  const endpoint = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const name = String(request.headers['webhook-id'])
      const known = told.get(name) ?? {
        id_record: (JSON.parse(Buffer.concat(parts).toString('utf8')) as { id_record: number }).id_record,
        times: 0,
      }
      told.set(name, { ...known, times: known.times + 1 })
      // Sometimes the server is killed while it waits for the answer.
      setTimeout(() => response.writeHead(204).end(), Math.random() * 20)
    })
  })
  endpoint.listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  const post = await mailServer()
  const client = new Client()
  const acknowledged: number[] = []
  const start = async (): Promise<ChildServer> => {
    const server = await childServer('kill/server.ts', { ...env, WEBHOOK_HOSTS: '127.0.0.1' })
    client.use(server)
    return server
  }
  let server = await start()
  try {
    await client.enter()
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`
    await client.facts("update users set email = 'root@kill.test'")
    for (const [key, value] of [
      ['mail_host', `127.0.0.1:${post.port}`],
      ['mail_sender', 'house@kill.test'],
      ['mail_auth', '0'],
    ]) {
      await client.facts(
        `insert into settings (key, value, hidden) values ('${key}', '${JSON.stringify(value)}', false)`,
      )
    }
    await client.done('webhooks/create', { name: 'Ledger', key: 'ledger', url })
    const write = async (): Promise<void> => {
      for (;;)
        acknowledged.push(
          Number((await client.done('bells/create', { name: `bell ${acknowledged.length}`, id_user: 1 })).id),
        )
    }
    for (let round = 1; round <= rounds; round++) {
      const ends = Promise.allSettled(Array.from({ length: WRITERS }, write))
      await sleep(MIN_MS + Math.random() * (MAX_MS - MIN_MS))
      client.use(null)
      await server.kill()
      for (const end of await ends)
        if (end.status === 'rejected' && !(end.reason instanceof ServerGone))
          console.log(`round ${round}: ${String(end.reason)}`)
      server = await start()
    }
    // Nobody waits here for the leases of the dead.
    const waiting = async () =>
      (
        await client.facts(
          "select id from deliveries where status in ('1', '2') union all select id from mail_outbox where status = '1'",
        )
      ).length
    let [least, until] = [Infinity, 0]
    for (let left = await waiting(); left > 0; left = await waiting()) {
      if (left < least) [least, until] = [left, performance.now() + PATIENCE_MS]
      if (performance.now() > until) break
      await client.facts(
        "update deliveries set date_next = now() - interval '1 s' where status in ('1', '2') and date_updated < now() - interval '2 s'",
      )
      await client.facts(
        "update mail_outbox set date_next = now() - interval '1 s' where status = '1' and date_updated < now() - interval '2 s'",
      )
      await client.facts(
        `select pg_notify('tr_jobs', job) from unnest(array['engine.deliveries.webhook', 'engine.deliveries.notice',
          'engine.deliveries.mail', 'engine.mail']) job`,
      )
      await sleep(500)
    }
    return await prove(client, acknowledged, told, post)
  } finally {
    await server.kill()
    await post.close()
    endpoint.close()
    endpoint.closeAllConnections()
  }
}

async function prove(
  client: Client,
  acknowledged: readonly number[],
  told: ReadonlyMap<string, { readonly id_record: number; readonly times: number }>,
  { mails }: MailServer,
): Promise<number> {
  const there = new Set((await client.facts<{ id: number }>('select id from bells')).map(({ id }) => id))
  const notices = (await client.facts<{ id_target: string }>('select id_target from notifications')).map(
    ({ id_target }) => Number(id_target),
  )
  const called = [...told.values()].map(({ id_record }) => id_record)
  const letters = new Map(
    mails.map(({ raw }) => [
      /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? raw,
      Number(/^Subject: .*bell-(\d+)-/im.exec(raw)?.[1]),
    ]),
  )
  const losses = [
    ...acknowledged.filter((id) => !there.has(id)).map((id) => `the acknowledged record ${id} is gone`),
    ...[...there].flatMap((id) =>
      [
        [called, 'calls'],
        [notices, 'notices'],
        [[...letters.values()], 'mails'],
      ].flatMap(([list, what]) => {
        const count = (list as readonly number[]).filter((one) => one === id).length
        return count === 1 ? [] : [`record ${id} has ${count} ${String(what)}`]
      }),
    ),
    ...[...called, ...notices, ...letters.values()]
      .filter((id) => !there.has(id))
      .map((id) => `record ${id}, which is not there, was told`),
  ]
  for (const loss of losses) console.log(`LOST   ${loss}`)
  const again = [...told.values()].filter(({ times }) => times > 1).length
  console.log(
    `${acknowledged.length} records acknowledged, ${there.size} there; each told once to a person, once by mail and once to an endpoint, ${again} of the calls and ${mails.length - letters.size} of the mails made again under their id`,
  )
  return losses.length
}
