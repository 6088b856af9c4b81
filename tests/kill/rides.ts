import type { JsonObject } from '../../src/model/json'
import type { RaceAnswer, RaceDriver, Town } from '../api/races-fixture'
import { ServerGone } from './client'

/** The states of a ride in their order, and what leads to each. */
export const STEPS = ['created', 'accepted', 'onway', 'waiting', 'started', 'arrived', 'finalized'] as const
type Step = (typeof STEPS)[number]

export interface RideRoom {
  readonly town: Town
  readonly operator: string
  readonly client: number
  readonly product: number
  readonly payment: number
}

/**
 * One driver whose rides go from the booking to the payment, one after the other, however often the server dies in
 * between.
 */
export class Lane {
  /** The last step that was acknowledged, of each ride. */
  readonly acknowledged = new Map<string, Step>()
  readonly ids = new Map<string, number>()
  #key: string
  #turn = 0

  constructor(
    readonly room: RideRoom,
    readonly driver: RaceDriver,
    readonly lat: number,
    readonly name: string,
  ) {
    this.#key = `${name}-ride-0`
  }

  /** Ends with `ServerGone`. What was not answered is asked again by whoever comes next, with the same key. */
  async drive(): Promise<never> {
    for (;;) {
      const at = this.acknowledged.get(this.#key)
      const next = STEPS[at === undefined ? 0 : STEPS.indexOf(at) + 1]
      if (next === undefined) this.#key = `${this.name}-ride-${++this.#turn}`
      else await this.#step(next)
    }
  }

  async #step(step: Step): Promise<void> {
    const answer = await this.#ask(step)
    if (answer.status !== 200)
      throw new Error(`${this.#key} ${step} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    if (step === 'created') this.ids.set(this.#key, Number((answer.body['item'] as JsonObject)['id']))
    this.acknowledged.set(this.#key, step)
  }

  #ask(step: Step): Promise<RaceAnswer> {
    const { client: id_client, product: id_product, payment: id_payment, operator } = this.room
    const id = this.ids.get(this.#key) ?? 0
    if (step === 'created') {
      const stops = [0, 0.01].map((north) => ({ lat: this.lat + north, lng: -77, address: `Calle ${north}` }))
      return this.#post('admin/dispatcher/create', operator, {
        id_client,
        id_product,
        id_payment,
        stops,
        promotion: 'KILL',
        idempotency: this.#key,
      })
    }
    if (step === 'accepted')
      return this.#post('admin/dispatcher/assignVehicle', operator, { id_service: id, id_vehicle: this.driver.vehicle })
    const verbs = {
      onway: 'onway',
      waiting: 'waiting',
      started: 'start',
      arrived: 'arrive',
      finalized: 'finish',
    } as const
    return this.#post(
      `driver/services/${id}/${verbs[step]}`,
      this.driver.token,
      step === 'finalized' ? { tolls: [{ name: 'Peaje', price: 3.5 }] } : {},
    )
  }

  async #post(path: string, token: string, input: JsonObject): Promise<RaceAnswer> {
    const [server] = this.room.town.servers
    if (!server) throw new ServerGone()
    try {
      return await this.room.town.ask(server, 'POST', path, token, input)
    } catch (cause) {
      if (this.room.town.servers[0] !== server) throw new ServerGone()
      throw cause
    }
  }
}
