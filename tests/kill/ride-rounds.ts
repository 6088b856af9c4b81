import { setTimeout as sleep } from 'node:timers/promises'
import { openTown } from '../api/races-fixture'
import { Cashier } from './cashier'
import { ServerGone } from './client'
import { proveMoney } from './money-proofs'
import type { Losses } from './proofs'
import { proveRides } from './ride-proofs'
import { Lane, type RideRoom } from './rides'

const LANES = 6
/** A kill comes at any moment of so long a stretch of work. */
const MIN_MS = 200
const MAX_MS = 4000

/**
 * The whole application on one PostgreSQL through many kills, while operators book, drivers drive, rides are paid, and
 * statements of them are issued, paid and made void.
 * @returns how many losses there were; each is printed
 */
export async function rideRounds(postgres: string, rounds: number): Promise<number> {
  const town = await openTown(postgres, 1)
  const began = performance.now()
  let [unanswered, losses]: [number, number] = [0, 0]
  try {
    const [client] = await town.query<{ id: number }>("select id::int as id from users where name = 'Ana'")
    const [product] = await town.query<{ id: number }>('select id::int as id from products limit 1')
    const payment = await town.put('payment_methods', { name: 'Efectivo', type: 'cash' })
    await town.put('promotions', { code: 'KILL', name: 'Siempre', type_benefit: '2', amount: 1 })
    const room: RideRoom = {
      town,
      operator: await town.operator(),
      client: client?.id ?? 0,
      product: product?.id ?? 0,
      payment,
    }
    const lanes: Lane[] = []
    for (let i = 0; i < LANES; i++) lanes.push(new Lane(room, await town.driver(-12 + i, -77), -12 + i, `lane${i}`))
    const cashier = new Cashier(
      town,
      room.operator,
      lanes.map(({ driver }) => driver.id),
    )
    for (let round = 1; round <= rounds; round++) {
      const found: Losses = []
      const ends = Promise.allSettled([...lanes.map((lane) => lane.drive()), cashier.close()])
      await sleep(MIN_MS + Math.random() * (MAX_MS - MIN_MS))
      const [server] = town.servers.splice(0)
      await server?.end('SIGKILL')
      for (const end of await ends)
        if (end.status === 'rejected' && !(end.reason instanceof ServerGone)) found.push(String(end.reason))
      unanswered += await proveRides(town, lanes, found)
      await proveMoney(town, cashier, found)
      await town.open()
      for (const loss of new Set(found)) console.log(`LOST   round ${round}: ${loss}`)
      losses += new Set(found).size
      if (round % 10 === 0)
        console.log(`${round} kills so far, ${losses} losses, ${((performance.now() - began) / 1000).toFixed(0)} s`)
    }
    const steps = lanes.flatMap((lane) => [...lane.acknowledged.values()])
    console.log(
      `${rounds} kills in ${((performance.now() - began) / 1000).toFixed(0)} s; ${steps.length} rides booked, ${steps.filter((step) => step === 'finalized').length} of them paid; ${cashier.acknowledged.size} statements issued, ${[...cashier.acknowledged.values()].filter((said) => said === '3').length} paid, ${cashier.approved.size} movements of wallets; ${unanswered} moves had been made and not answered`,
    )
    return losses
  } finally {
    await town.close()
  }
}
