import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { MOVES, type ServiceMove, type MoveName, type Mover } from '../../custom/services/model/life-cycle'
import { SERVICE_STATES } from '../../custom/service-states/model/service-state'
import { moveService } from '../../custom/services/server'
import { AppError } from '../../src/model/errors'
import { oneEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const NAMES = Object.keys(MOVES) as MoveName[]
const MOVERS: readonly Mover[] = ['operator', 'driver', 'client', 'system']

oneEngine((_engine, open) => {
  let at: ServicesApp
  let driver: { readonly id: number; readonly vehicle: number }
  let id = 0

  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
    driver = await at.driver('Marta')
    id = (await at.make()).id
  })

  /** Puts the row into a state as it would stand there, past the front door. */
  const stand = (state: string, has: boolean) =>
    at.server.database.transaction((tx) =>
      tx
        .updateTable('services')
        .set({ state, id_driver: has ? driver.id : null, id_vehicle: has ? driver.vehicle : null })
        .where('id', '=', id)
        .execute(),
    )
  const row = async () => {
    const {
      rows: [found],
    } = await sql<{ state: string; version: number; id_driver: number | null }>`
      select state, version, id_driver from services where id = ${id}`.execute(at.server.database.db)
    return found!
  }
  const nameOf = async (id_user: number) => {
    const { name, surname } = await at.server.database.db
      .selectFrom('users')
      .select(['name', 'surname'])
      .where('id', '=', id_user)
      .executeTakeFirstOrThrow()
    return [name, surname].filter(Boolean).join(' ')
  }
  const tryMove = async (move: MoveName, mover: Mover, id_driver: number | null) => {
    try {
      await at.server.database.transaction((tx) =>
        moveService(tx, {
          id,
          move,
          by: { mover, id_user: null, platform: 'api' },
          now: NOON,
          id_driver,
          id_vehicle: driver.vehicle,
        }),
      )
      return null
    } catch (cause) {
      if (cause instanceof AppError) return cause.code
      throw cause
    }
  }

  test('every move that is not declared is refused from every state, and leaves no trace', async () => {
    const refused: string[] = []
    for (const state of SERVICE_STATES) {
      const has = ['accepted', 'onway', 'waiting', 'started', 'arrived', 'finalized'].includes(state)
      await stand(state, has)
      const before = await row()
      for (const name of NAMES) {
        const move: ServiceMove = MOVES[name]
        const by = move.by[0]!
        if (move.from.includes(state)) continue
        expect(await tryMove(name, by, driver.id), `${name} from ${state}`).toBe('CONFLICT')
        refused.push(`${name} ${state}`)
      }
      expect(await row()).toEqual(before)
    }
    expect(refused.length).toBeGreaterThan(120)
  })

  test('every move is refused to whom it does not belong, and to a driver who has not got the ride', async () => {
    for (const name of NAMES) {
      const move: ServiceMove = MOVES[name]
      await stand(move.from[0]!, move.driver === 'needed')
      for (const mover of MOVERS.filter((one) => !move.by.includes(one)))
        expect(await tryMove(name, mover, driver.id), `${name} by ${mover}`).toBe('FORBIDDEN')
    }
    await stand('started', true)
    expect(await tryMove('arrive', 'driver', at.id['ana']!)).toBe('CONFLICT')
    expect(await tryMove('arrive', 'driver', driver.id)).toBeNull()
  })

  test('a move is stamped, raises the version and stands in the log with before and after', async () => {
    await stand('accepted', true)
    const before = await row()
    expect(await tryMove('go', 'driver', driver.id)).toBeNull()
    expect(await row()).toEqual({ state: 'onway', version: before.version + 1, id_driver: driver.id })
    const {
      rows: [line],
    } = await sql<{ type_log: string; changes: string }>`
      select type_log, changes::text as changes from logs where target = 'services' and id_target = ${id}
      order by id desc limit 1`.execute(at.server.database.db)
    expect(line?.type_log).toBe('service_go')
    expect(JSON.parse(line!.changes)).toMatchObject({ state: { from: 'accepted', to: 'onway' } })
  })

  test('the log calls the driver and the vehicle of a move by their names, those who were taken off as well', async () => {
    const told = async () => {
      const { items } = (await at.get('operator', 'logs', { target: 'services', id_target: id, limit: 1 }))
        .body as unknown as {
        items: { type_log_name: string; changes: { field: string; from: string | null; to: string | null }[] }[]
      }
      return [
        items[0]?.type_log_name,
        ...items[0]!.changes
          .filter(({ field }) => field !== 'state')
          .map(({ field, from, to }) => `${field}: ${from} → ${to}`),
      ]
    }
    await stand('requested', false)
    expect(await tryMove('accept', 'operator', driver.id)).toBeNull()
    expect(await told()).toEqual(expect.arrayContaining(['Asignó', `id_driver: null → ${await nameOf(driver.id)}`]))
    expect(await tryMove('unassign', 'operator', null)).toBeNull()
    expect(await told()).toEqual(
      expect.arrayContaining(['Quitó el conductor', `id_driver: ${await nameOf(driver.id)} → null`]),
    )
  })

  test('a service is taken from nobody: not given to a second driver while the first has it, and not driven by none', async () => {
    const other = await at.driver('Olga')
    await stand('scheduled', true)
    expect(await tryMove('reserve', 'operator', other.id)).toBe('CONFLICT')
    expect(await tryMove('accept', 'operator', other.id)).toBe('CONFLICT')
    expect((await row()).id_driver).toBe(driver.id)
    expect(await tryMove('reserve', 'operator', driver.id)).toBeNull()
    for (const name of NAMES.filter((one) => MOVES[one].driver === 'needed')) {
      await stand(MOVES[name].from[0]!, false)
      expect(await tryMove(name, 'operator', null), name).toBe('CONFLICT')
    }
  })

  test("losing its driver clears the stamps of the driver's work, and ending the search clears the wait for a driver", async () => {
    const { db } = at.server.database
    const columns = ['date_accepted', 'date_onway', 'date_waiting', 'keep_searching', 'date_keep_until'] as const
    const kept = async () => {
      const found = await db.selectFrom('services').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
      return columns.filter((name) => found[name] !== null && found[name] !== false)
    }
    for (const name of ['release', 'unassign'] as const) {
      await stand('waiting', true)
      await db
        .updateTable('services')
        .set({
          date_accepted: NOON,
          date_onway: NOON,
          date_waiting: NOON,
          date_keep_until: null,
          keep_searching: false,
        })
        .where('id', '=', id)
        .execute()
      expect(await tryMove(name, name === 'release' ? 'driver' : 'operator', driver.id)).toBeNull()
      expect(await kept(), name).toEqual([])
    }
    const waits = () =>
      db.updateTable('services').set({ keep_searching: true, date_keep_until: NOON }).where('id', '=', id).execute()
    await stand('unassigned', false)
    await waits()
    // On air again, the service still waits for a driver.
    expect(await tryMove('request', 'operator', null)).toBeNull()
    expect(await kept()).toEqual(['keep_searching', 'date_keep_until'])
    expect(await tryMove('accept', 'driver', driver.id)).toBeNull()
    expect(await kept()).toEqual(['date_accepted'])
    await stand('requested', false)
    await waits()
    expect(await tryMove('recall', 'operator', null)).toBeNull()
    expect(await kept()).toEqual([])
    await stand('unassigned', false)
    await waits()
    expect(await tryMove('cancel', 'operator', null)).toBeNull()
    expect(await kept()).toEqual([])
  })

  test('whoever put themselves forward is told when somebody else has it, and when it is cancelled', async () => {
    const { db } = at.server.database
    const other = await at.driver('Pía')
    for (const [move, forward] of [
      ['reserve', other],
      ['cancel', driver],
    ] as const) {
      await stand('scheduled', false)
      const waiting = await at.put('service_assignments', {
        id_service: id,
        id_driver: forward.id,
        id_vehicle: forward.vehicle,
        state: 'pending',
      })
      expect(await tryMove(move, 'operator', move === 'reserve' ? driver.id : null)).toBeNull()
      const found = await db
        .selectFrom('service_assignments')
        .select(['state', 'date_answered'])
        .where('id', '=', waiting)
        .executeTakeFirstOrThrow()
      expect([move, found['state'], found['date_answered'] === null]).toEqual([move, 'closed', false])
    }
  })

  test('a driver has one ride at a time: the second is refused with a sentence, whoever comes first', async () => {
    const other = await at.make()
    await stand('requested', false)
    expect(await tryMove('accept', 'driver', driver.id)).toBeNull()
    const again = at.server.database.transaction((tx) =>
      moveService(tx, {
        id: other.id,
        move: 'accept',
        by: { mover: 'operator', id_user: null, platform: 'web' },
        now: NOON,
        id_driver: driver.id,
        id_vehicle: driver.vehicle,
      }),
    )
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT', say: 'services.driver_taken' })
  })

  test('of two who cancel and finish at once, one is told that the other was there', async () => {
    await stand('started', true)
    const two = await Promise.all([tryMove('finalize', 'driver', driver.id), tryMove('abort', 'operator', null)])
    expect([...two].sort()).toEqual(['CONFLICT', null])
    expect((await row()).state).toBe(two[0] === null ? 'finalized' : 'canceled')
  })
})
