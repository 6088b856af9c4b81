import type { JsonObject } from '#engine/model'
import { type Database, type DemoWriter, enterRecord } from '#engine/server'
import type { Moments } from '../model/moments'
import { randomInteger, type Random } from '../model/random'
import type { PaidSettlement } from './fill-documents'
import { decimalOfCents, ridden } from './ridden'

interface Movement {
  readonly id_user: number
  readonly transaction: 'recharge' | 'discount'
  readonly name: string
  readonly cents: number
  readonly day: number
  readonly state: '1' | '2' | '3'
}

const NOON_S = 12 * 3600
const DRIVERS = 8
const RIDERS = 6
/** Cash rides of the days after the settlements, whose commission has been taken. */
const [FEES_FROM, FEES_TO, FEES_TAKEN, PAID] = [-7, -5, -4, -3]

/**
 * Movements of wallets, in the books too: what drivers paid in, the commission of their cash rides since their
 * settlement, and settlements that were paid; what clients of no company put in to ride from.
 */
export async function putDemoWallets(
  database: Database,
  writer: DemoWriter,
  random: Random,
  moments: Moments,
  {
    drivers,
    paid,
    riders,
  }: {
    readonly drivers: readonly number[]
    readonly paid: readonly PaidSettlement[]
    readonly riders: readonly number[]
  },
): Promise<void> {
  const cash = await ridden(database, moments, 'id_driver', FEES_FROM, FEES_TO)
  const feeOf = (id: number): number =>
    cash.filter(({ payer }) => Number(payer) === id).reduce((sum, { cash_fee }) => sum + cash_fee, 0)
  const asked = drivers
    .slice(0, DRIVERS)
    .flatMap((id_user): Movement[] => [
      {
        id_user,
        transaction: 'recharge',
        name: 'Depósito en cuenta',
        cents: randomInteger(random, 4_000, 20_000),
        day: -9,
        state: '2',
      },
      {
        id_user,
        transaction: 'discount',
        name: 'Comisión de servicios en efectivo',
        cents: feeOf(id_user),
        day: FEES_TAKEN,
        state: '2',
      },
      ...paid
        .filter(({ id_driver }) => id_driver === id_user)
        .map(
          ({ number, cents }): Movement => ({
            id_user,
            transaction: cents >= 0 ? 'recharge' : 'discount',
            name: `Liquidación ${number}`,
            cents: Math.abs(cents),
            day: PAID,
            state: '2',
          }),
        ),
      {
        id_user,
        transaction: 'recharge',
        name: 'Depósito en cuenta',
        cents: randomInteger(random, 2_000, 9_000),
        day: -1,
        state: id_user % 4 === 0 ? '3' : '1',
      },
    ])
    .filter(({ cents }) => cents > 0)
  const filled = riders.slice(0, RIDERS).flatMap((id_user, at): Movement[] => {
    const recharge = { id_user, transaction: 'recharge', name: 'Recarga por transferencia' } as const
    return [
      { ...recharge, cents: 5_000 + 1_500 * at, day: -8, state: '2' },
      ...(at % 3 === 0 ? [{ ...recharge, cents: 3_000, day: -1, state: '1' } as const] : []),
    ]
  })
  // As they were written: the list has the newest first.
  const wanted = [
    ...asked.map((one) => ({ ...one, us_type: '2' })),
    ...filled.map((one) => ({ ...one, us_type: '3' })),
  ].toSorted((one, other) => one.day - other.day)
  const held = new Map<number, number>()
  const movements = wanted.map(({ day, cents, ...row }): JsonObject => {
    const effect = row.state !== '2' ? 0 : row.transaction === 'discount' ? -cents : cents
    const after = (held.get(row.id_user) ?? 0) + effect
    held.set(row.id_user, after)
    return {
      ...row,
      kind: row.name.startsWith('Comisión') ? 'commission' : null,
      amount: decimalOfCents(cents),
      effect: decimalOfCents(effect),
      balance: row.state === '2' ? decimalOfCents(after) : null,
      reason: row.state === '3' ? 'El depósito no llegó a la cuenta' : null,
      date_created: moments.clock(day, NOON_S).toISOString(),
    }
  })
  const ids = await writer.insert('wallets', movements.length, (at) => movements[at] ?? {})
  await database.transaction(async (tx) => {
    for (const [at, { day, state }] of wanted.entries()) {
      if (state === '2')
        await enterRecord(tx, {
          entity: 'wallets',
          id: Number(ids[at] ?? 0),
          rule: 'entry',
          now: moments.clock(day, NOON_S),
          who: null,
        })
    }
  })
}
