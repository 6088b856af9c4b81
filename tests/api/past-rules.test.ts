import { beforeAll, describe, expect, test } from 'vitest'
import type { RuleWire, ShadowRun } from '../../custom/past/model/shadow-call'
import type { JsonObject } from '../../src/model/json'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { oneEngine } from '../engines'
import { pointAt } from './whole-app'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const MIN_MS = 60_000
/** 00:00 of the day before `NOON` in Lima. */
const DAY_MS = Date.parse('2026-11-20T05:00:00.000Z')

oneEngine((_engine, open) => {
  let at: ServicesApp
  let rule: RuleWire
  const moment = (minutes: number): string => new Date(DAY_MS + minutes * MIN_MS).toISOString()
  const begin = (input: JsonObject, role: 'operator' | 'companyA' | 'none' = 'operator') =>
    at.server.call(role, 'POST', 'past/shadow', input)
  const run = async (id: number, role: 'operator' | 'root' = 'operator') => at.get(role, `shadow_runs/${id}`)
  const ended = async (id: number): Promise<ShadowRun> => {
    for (;;) {
      const { status, body, text } = await run(id)
      expect(status, text).toBe(200)
      const one = body['run'] as unknown as ShadowRun
      if (one.state !== 'running') return one
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  }
  const measures = ({ result }: ShadowRun) => Object.fromEntries(result!.measures.map((one) => [one.name, one]))

  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
    rule = (await at.get('operator', 'past/rule', {})).body['rule'] as unknown as RuleWire
    // A day of thirty rides, one every twenty minutes, on which Uno, who stands nearby, refuses every third and Dos,
    // farther off, then takes it.
    const [uno, dos] = [await at.driver('Uno'), await at.driver('Dos')]
    for (const one of [uno, dos])
      await at.put('driver_shifts', {
        id_driver: one.id,
        id_vehicle: one.vehicle,
        state: 'closed',
        date_start: moment(60),
        date_end: moment(900),
      })
    for (let i = 0; i < 30; i++) {
      const start = 70 + i * 20
      const [by, way_s] = i % 3 === 0 ? [dos, 240] : [uno, 120]
      const accepted = start + (i % 3 === 0 ? 0.5 : 0.2)
      const id = await at.put('services', {
        state: 'finalized',
        outcome: 'finalized',
        id_client: at.id['ana']!,
        id_product: at.id['taxi']!,
        id_branch: at.id['lima']!,
        org_point: pointAt(-12.1, -77.03),
        dst_point: pointAt(-12.105, -77.03),
        distance: 700,
        duration: 300,
        id_driver: by.id,
        id_vehicle: by.vehicle,
        date_created: moment(start),
        date_requested: moment(start),
        date_first_requested: moment(start),
        date_accepted: moment(accepted),
        date_onway: moment(accepted),
        date_waiting: moment(accepted + way_s / 60),
        date_started: moment(accepted + way_s / 60 + 1),
        date_finalized: moment(accepted + way_s / 60 + 6),
        time_pickup: Math.round((accepted - start) * 60 + way_s),
        distance_empty: way_s * 6,
      })
      const offer = (one: typeof uno, state: string, from: number, until: number, way: number) =>
        at.put('service_offers', {
          id_service: id,
          id_driver: one.id,
          id_vehicle: one.vehicle,
          state,
          manual: 0,
          distance: way * 6,
          duration: way,
          date_created: moment(from),
          date_deadline: moment(from + 0.5),
          date_answered: moment(until),
        })
      if (i % 3 === 0) await offer(uno, 'rejected', start, start + 0.3, 120)
      await offer(by, 'accepted', i % 3 === 0 ? start + 0.3 : start, accepted, way_s)
    }
  })

  describe('a past day by another rule', () => {
    test('by the very rule comes to what it was, and the error of the method is told', async () => {
      const { status, body, text } = await begin({ date: '2026-11-20', rule })
      expect(status, text).toBe(200)
      const done = await ended((body['run'] as unknown as ShadowRun).id)
      expect(done, JSON.stringify(done)).toMatchObject({
        state: 'done',
        progress: 100,
        date: '2026-11-20',
        own: rule,
        other: rule,
        result: { drivers: 2, given: 0, fixed: 0, cut: 0 },
      })
      const found = measures(done)
      expect(found['served']).toMatchObject({
        real: 30,
        replay: { mean: 30, sd: 0 },
        change: { mean: 0, sd: 0 },
        by_chance: true,
      })
      expect(found['refusals']).toMatchObject({ real: 10, replay: { mean: 10, sd: 0 }, by_chance: true })
      expect(found['empty_m']).toMatchObject({ real: 20 * 720 + 10 * 1440, replay: { mean: 20 * 720 + 10 * 1440 } })
      const wait = found['wait_mean_s']!
      // Waits are kept to the second.
      expect(Math.abs(wait.replay.mean! - wait.real!)).toBeLessThan(1)
    })

    test('shows what another rule would have changed: with too little time to answer nobody takes anything', async () => {
      const done = await ended(
        (
          (await begin({ date: '2026-11-20', rule: { ...rule, time_request: 5, most_offers: 1, wait_most_min: 1 } }))
            .body['run'] as unknown as ShadowRun
        ).id,
      )
      const { served, unserved } = measures(done)
      expect([served!.replay.mean, served!.other.mean, unserved!.other.mean]).toEqual([30, 0, 30])
    })

    test("is the asker's own run, is stopped by them, and is for staff alone", async () => {
      const { body } = await begin({ date: '2026-11-20', rule })
      const { id } = body['run'] as unknown as ShadowRun
      expect((await run(id, 'root')).status).toBe(404)
      expect((await at.server.call('operator', 'POST', `shadow_runs/${id}/stop`, {})).status).toBe(200)
      expect(['stopped', 'done']).toContain((await ended(id)).state)
      for (const role of ['companyA', 'none'] as const)
        expect((await begin({ date: '2026-11-20', rule }, role)).status).toBe(403)
    })

    test('is deleted after thirty days, and not before', async () => {
      const { db } = at.server.database
      const ids = await Promise.all(
        [31, 29].map((days) =>
          at.put('shadow_runs', {
            id_user: 1,
            state: 'done',
            date_created: new Date(NOON.getTime() - days * 1440 * MIN_MS).toISOString(),
          }),
        ),
      )
      await expect
        .poll(
          async () => {
            await wakeJob(db, 'past.old_shadows')
            return (await db.selectFrom('shadow_runs').select('id').where('id', 'in', ids).execute()).map(
              ({ id }) => id,
            )
          },
          { interval: 100, timeout: 8000 },
        )
        .toEqual([ids[1]])
    })

    test('is of a day that is over and had rides, and of a rule that there may be', async () => {
      const refused: readonly [JsonObject, string][] = [
        [{ date: '2026-11-21' }, 'date'],
        [{ date: '2026-11-10' }, 'date'],
        [{ date: 'ayer' }, 'date'],
        [{ date: '2026-11-20', id_branch: 999_999 }, 'id_branch'],
      ]
      for (const [input, field] of refused) {
        const { status, body } = await begin({ rule, ...input })
        expect([status, Object.keys(body['errors'] as JsonObject)], JSON.stringify(input)).toEqual([422, [field]])
      }
      expect((await begin({ date: '2026-11-20', rule: { ...rule, request_radius: 0 } })).status).toBe(422)
    })
  })
})
