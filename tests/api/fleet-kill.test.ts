import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { privatePostgres } from '../postgres'
import '../postgres-setup'
import { openTown, type Town } from './races-fixture'

const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } =
  shared ?? (await privatePostgres())

const PHONES = 24
// Starting a process takes longest: one kill is part of every run, INGEST_KILLS=20 makes more of them.
const KILLS = Number(process.env['INGEST_KILLS'] ?? 1)

interface Fix {
  readonly lat: number
  readonly lng: number
  readonly timestamp: string
}
interface Batch {
  readonly fixes: readonly Fix[]
  answered: boolean
}
interface Phone {
  readonly id: number
  readonly vehicle: number
  readonly device: string
  readonly sent: Batch[]
}

// A process that takes positions is killed in the middle of a flood of them: what it answered is there, and what a
// phone sends again is there once.
if ('skipped' in postgres) {
  console.log(`skipped: positions and a server that is killed: ${postgres.skipped}`)
  describe.skip(`positions, when the server is killed (${postgres.skipped})`, () => test('needs PostgreSQL', () => {}))
} else {
  describe('positions, when the server is killed in the middle of a flood', () => {
    let town: Town
    let operator = ''
    const phones: Phone[] = []
    const began_ms = Date.now() - 1_800_000

    beforeAll(async () => {
      town = await openTown(postgres.url, 1)
      operator = await town.operator()
      for (let n = 0; n < PHONES; n++) {
        const { id, vehicle } = await town.driver(-12, -77)
        const device = randomBytes(16).toString('base64url')
        await town.put('driver_devices', { id_driver: id, device, name: 'Teléfono', state: 'on' })
        phones.push({ id, vehicle, device, sent: [] })
      }
      await town.query("update driver_shifts set date_start = now() - interval '1 hour'")
      await town.query('delete from vehicle_positions')
    })
    afterAll(async () => {
      await town?.close()
      await postgres.stop?.()
    })

    /** The next five seconds of a phone, driving northwards. */
    const nextBatch = ({ id, sent }: Phone): Batch => ({
      answered: false,
      fixes: Array.from({ length: 5 }, (_, i) => {
        const n = sent.length * 5 + i
        return {
          lat: Math.round((-12 + n / 20_000) * 1e6) / 1e6,
          lng: -77 - id / 1000,
          timestamp: new Date(began_ms + n * 1000).toISOString(),
        }
      }),
    })
    const tell = async ({ device }: Phone, { fixes }: Batch): Promise<boolean> => {
      const address = town.servers[0]?.address ?? ''
      const reply = await fetch(`${address}/api/driver/positions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ device_id: device, positions: fixes }),
      }).catch(() => null)
      return reply !== null && reply.status === 200 && (await reply.json().catch(() => null)) !== null
    }
    /** A phone sends until no answer comes, and keeps what was not answered. */
    const flood = async (phone: Phone): Promise<void> => {
      for (;;) {
        const batch = nextBatch(phone)
        phone.sent.push(batch)
        batch.answered = await tell(phone, batch)
        if (!batch.answered) return
        // Ten calls a second are a phone's measure.
        await new Promise((done) => setTimeout(done, 60))
      }
    }
    const track = (id: number) =>
      town.query<{ lat: number; at_ms: number; kept_out: string | null }>(
        'select lat, round(extract(epoch from date_fix) * 1000)::float8 as at_ms, kept_out from trackings where id_driver = $1 order by date_fix, id',
        [id],
      )
    const flat = (batches: readonly Batch[]) =>
      batches.flatMap(({ fixes }) => fixes.map(({ lat, timestamp }) => ({ lat, at_ms: Date.parse(timestamp) })))

    test(
      'all that was answered is kept, the last position is the last one, and what is sent again is kept once',
      async () => {
        for (let kill = 0; kill < KILLS; kill++) {
          const floods = phones.map(flood)
          // However slow the machine is, the kill falls into a flood that is under way.
          await vi.waitFor(
            () => {
              expect(phones.every(({ sent }) => sent.length > (kill + 1) * 2 + 1)).toBe(true)
            },
            { timeout: 30_000, interval: 20 },
          )
          await new Promise((done) => setTimeout(done, 100 + Math.random() * 900))
          const [server] = town.servers.splice(0, 1)
          expect(await server?.end('SIGKILL')).toBe('SIGKILL')
          await Promise.all(floods)
          for (const { id, sent } of phones) {
            const kept = new Map((await track(id)).map(({ at_ms, lat }) => [at_ms, lat]))
            for (const { at_ms, lat } of flat(sent.filter(({ answered }) => answered)))
              expect(kept.get(at_ms)).toBe(lat)
          }
          await town.open()
          // Each sends again what was not answered, and what was answered just before, as if that answer had been lost
          // as well.
          await Promise.all(
            phones.map(async (phone) => {
              for (const batch of phone.sent.slice(-2)) expect((batch.answered = await tell(phone, batch))).toBe(true)
            }),
          )
        }
        const { body } = await town.ask(town.servers[0]!, 'GET', 'admin/live/vehicles', operator)
        const live = new Map(
          (body['items'] as readonly { id: number; lat: number; date_fix: string }[]).map((one) => [one.id, one]),
        )
        for (const { id, vehicle, sent } of phones) {
          const kept = await track(id)
          expect(kept.map(({ at_ms, lat }) => ({ lat, at_ms }))).toEqual(flat(sent))
          expect(kept.every(({ kept_out }) => kept_out === null || kept_out === 'old')).toBe(true)
          const last = sent.at(-1)?.fixes.at(-1)
          expect(live.get(vehicle)).toMatchObject({ lat: last?.lat, date_fix: last?.timestamp })
        }
      },
      60_000 + KILLS * 60_000,
    )
  })
}
