import type { JsonObject } from '../../src/model/json'
import type { RaceAnswer, Town } from '../api/races-fixture'
import { ServerGone } from './client'

/** What a statement was acknowledged as. */
type Said = '2' | '3' | '9'
const FIRST_DAY = Date.UTC(2030, 0, 1)
const DAY_MS = 86_400_000

/**
 * Somebody who closes what rides come to, again and again: drafts, issues, pays and voids, and puts money into wallets,
 * however often the server dies in between.
 */
export class Cashier {
  readonly acknowledged = new Map<number, Said>()
  /** Movements of wallets that were acknowledged as approved. */
  readonly approved = new Set<number>()
  #turn = 0

  constructor(
    readonly town: Town,
    readonly operator: string,
    readonly drivers: readonly number[],
  ) {}

  /**
   * Ends with `ServerGone`. What is refused because rides went on, or came to nothing, is tried with the next draft.
   */
  async close(): Promise<never> {
    for (;;) {
      // Two documents of one driver share no day.
      const [day = '', own = ''] = [++this.#turn, -this.#turn].map((days) =>
        new Date(FIRST_DAY + days * DAY_MS).toISOString().slice(0, 10),
      )
      const made = await this.#post('liquidations/generate', { date_from: day, date_to: day, id_drivers: this.drivers })
      for (const { id } of (made.body['drafts'] ?? []) as readonly { readonly id: number }[])
        await this.#settle(id, day)
      const id_user = this.drivers[this.#turn % this.drivers.length] ?? 0
      // Also where no ride has ended yet.
      const {
        body: { item },
      } = await this.#post('liquidations/create', {
        id_driver: id_user,
        date_from: own,
        date_to: own,
        items: [{ name: 'Bono', amount: this.#turn % 2 === 0 ? 10 : -4.5 }],
      })
      if (item) await this.#settle(Number((item as JsonObject)['id']), own)
      const asked = await this.#post('wallets/recharge', { id_user, amount: 12.34 })
      const id = Number(asked.body['id'])
      if (asked.status === 200 && (await this.#post('wallets/approve', { id })).status === 200) this.approved.add(id)
    }
  }

  async #settle(id: number, day: string): Promise<void> {
    if ((await this.#post('liquidations/issue', { id })).status !== 200) return
    this.acknowledged.set(id, '2')
    const isPaid = this.#turn % 3 === 0
    const { status } = isPaid
      ? await this.#post('liquidations/setPaid', { id, date_paid: day })
      : await this.#post('liquidations/void', { id, reason: 'Otra vez' })
    if (status === 200) this.acknowledged.set(id, isPaid ? '3' : '9')
  }

  async #post(path: string, input: JsonObject): Promise<RaceAnswer> {
    const [server] = this.town.servers
    if (!server) throw new ServerGone()
    try {
      const answer = await this.town.ask(server, 'POST', `admin/${path}`, this.operator, input)
      if (answer.status >= 500) throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer
    } catch (cause) {
      if (this.town.servers[0] !== server) throw new ServerGone()
      throw cause
    }
  }
}
