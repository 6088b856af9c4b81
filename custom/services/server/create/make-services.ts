import { wrong } from '#engine/model'
import { anyOf, type CallContext, type RecordWrites, type Tx } from '#engine/server'
import { isStaff } from '../../../fares/server'
import type { ServiceInput } from '../../model/service-input'
import { moveService } from '../life/move-service'
import { moverOf } from '../life/mover-of'
import { assertHouseAlone } from '../change/may-change'
import { mayAsk } from '../validate/validators'
import { assignNow, assignmentOf, type PlannedAssignment } from './give-to'
import { planServices, type Plan, type PlannedService } from './plan-services'
import { askedFields, atFormFields, endFields, pricedFields } from './service-fields'
import { assertNotSimilar } from './similar'
import { assertWithinLimit } from './spending-limit'
import { onAirOf } from './when'
import { createHash } from 'node:crypto'
import { living, tables } from '#app/tables'

/** Limit of services per request: dates of a booking. */
const MOST = 60

/** Keys of the services that one request makes; the same request has the same keys. */
function keysOf(key: string): readonly string[] {
  const hash = createHash('sha256').update(key).digest('base64url')
  return Array.from({ length: MOST }, (_, n) => `${hash}.${n}`)
}

/** What an earlier sending of the same request made; empty: nothing, or no key. */
async function madeBefore({ db, actor }: CallContext, key: string | undefined): Promise<readonly number[]> {
  if (key === undefined) return []
  const rows = await tables(db).selectFrom('services').where('id_user_created', '=', actor.id).where('idempotency', 'in', keysOf(key)).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Starts the search that an operator's repeated request asks for, whose first answer was lost. */
async function searchedNow(context: CallContext, { after }: Pick<ServiceInput, 'after'>, ids: readonly number[]): Promise<void> {
  if (after !== 'search' || !isStaff(context.actor)) return
  await context.transaction(async (tx) => {
    const rows = await living(tx, 'services').where('id', '=', anyOf(ids)).where('state', '=', 'created').select('id').orderBy('id').forUpdate().execute()
    for (const { id } of rows) await moveService(tx, { id, move: 'request', by: moverOf(context), now: context.now() })
  })
}

/** Makes a service, or one for each date of a booking, all or none. @returns their ids; for a repeated request, the same ones */
export async function makeServices(context: CallContext, input: ServiceInput): Promise<readonly number[]> {
  assertHouseAlone(context, input)
  const before = await madeBefore(context, input.idempotency)
  if (before.length > 0) {
    await searchedNow(context, input, before)
    return before
  }
  try {
    const plan = await planServices(context, input)
    const asked = askedFields(context, input)
    const give = await assignmentOf(context, input, null)
    return await atFormFields(input, () => context.records.write(async (writes) => {
      await assertNotSimilar(context, writes.tx, input, { id_client: plan.client.id, dates: plan.services.map(({ date }) => date) })
      const ids: number[] = []
      for (const [n, service] of plan.services.entries()) ids.push(await makeOne(context, writes, { input, plan, service, asked, give, n }))
      return ids
    }))
  } catch (cause) {
    // The same request, sent at the same time, was first: it has used the quote and taken the keys.
    const meanwhile = await madeBefore(context, input.idempotency)
    if (meanwhile.length > 0) return meanwhile
    throw cause
  }
}

/** Whom the client has chosen to validate it; null: nobody in particular. @throws {AppError} VALIDATION at `id_user_validation` */
async function askedOf(tx: Tx, { actor }: CallContext, { id_user_validation: asked }: ServiceInput): Promise<number | null> {
  if (!asked) return null
  const may = await mayAsk(tx, actor.id)
  if (may.length === 0) return null
  if (!may.some(({ id }) => id === asked)) throw wrong('id_user_validation', 'ref')
  return asked
}

interface ToMake {
  readonly input: ServiceInput
  readonly plan: Plan
  readonly service: PlannedService
  readonly asked: ReturnType<typeof askedFields>
  readonly give: PlannedAssignment | null
  /** Index among the dates. */
  readonly n: number
}

async function makeOne(context: CallContext, writes: RecordWrites, { input, plan, service, asked, give, n }: ToMake): Promise<number> {
  const { actor, settings, now } = context
  const { client, basis, rules } = plan
  const { date } = service
  const staff = isStaff(actor)
  // Whoever answers for the company, and the house that was called, need no answer.
  const waits = client.requires_validation && !staff && !actor.corporate
  const priced = pricedFields(basis, await service.keep(writes.tx), input)
  if (client.id_company !== null) {
    const at = date === null ? now() : new Date(date)
    await assertWithinLimit(writes.tx, settings, { id_company: client.id_company, at, now: now(), price_total: Number(priced['price_total']), staff })
  }
  const saved = await writes.saveOwn('services', asked, {
    also: {
      ...priced, ...endFields(input),
      state: date === null || waits ? 'created' : 'scheduled',
      id_client: client.id, id_company: client.id_company, id_company_area: client.id_company_area, id_company_ceco: client.id_company_ceco, id_payment: input.id_payment ?? null,
      id_user_created: actor.id, id_operator: staff ? actor.id : null, by_operator: Number(staff),
      ...(!staff && client.id !== actor.id ? { for_another: 1 } : {}),
      id_service_cloned: input.id_service_cloned ?? null,
      scheduled: Number(date !== null), date_scheduled: date, date_onair: date === null ? null : onAirOf(date, rules, settings),
      idempotency: input.idempotency === undefined ? null : keysOf(input.idempotency)[n] ?? null,
    },
  })
  const id = Number(saved.id)
  // Users who are not staff choose no driver: what they book for now goes on air by itself.
  if (waits) {
    await writes.saveOwn('service_validations', {}, {
      also: {
        id_service: id, id_client: client.id, id_company: client.id_company, id_company_area: client.id_company_area, id_product: input.id_product,
        id_payment: input.id_payment ?? null, date_scheduled: date, id_user_asked: await askedOf(writes.tx, context, input),
      },
    })
  }
  if (date === null && !waits && (!staff || input.after === 'search')) {
    await moveService(writes.tx, { id, move: 'request', by: moverOf(context), now: now() })
  }
  if (give) await assignNow(context, writes.tx, id, give)
  if (input.new_state) throw wrong('new_state', 'services.no_driver_yet')
  return id
}
