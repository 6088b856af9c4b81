import { administersCompany, isStaff, KIND } from '#app/asker'
import { type Json, wrong } from '#engine/model'
import { anyOf, type CallContext, type RecordWrites, type Tx } from '#engine/server'
import { assertWalletCovers } from '../../../wallets/server'
import type { ServiceInput } from '../../model/service-input'
import { moveService } from '../life/move-service'
import { moverOf } from '../life/mover-of'
import { atInput } from './at-input'
import { assertHouseAlone } from '../change/may-change'
import { answerUntil } from '../validate/answer-until'
import { mayAsk } from '../validate/validators'
import { assignNow, assignmentOf, type PlannedAssignment } from './give-to'
import { planServices, type ServicePlan, type PlannedService } from './plan-services'
import { serviceFields, atFormFields, endFields, pricedFields } from './service-fields'
import { assertNotSimilar } from './similar'
import { tripReason } from './company-rules'
import { assertMaySpend } from './may-spend'
import { onAirOf } from './when'
import { createHash } from 'node:crypto'
import { living, tables } from '#app/tables'

/** Limit of services per request: dates of a booking. */
const MAX_MADE = 60

/** Keys of the services that one request makes; the same request has the same keys. */
function keysOf(key: string): readonly string[] {
  const hash = createHash('sha256').update(key).digest('base64url')
  return Array.from({ length: MAX_MADE }, (_, n) => `${hash}.${n}`)
}

/** What an earlier sending of the same request made; empty: nothing, or no key. */
async function madeBefore({ db, actor }: CallContext, key: string | undefined): Promise<readonly number[]> {
  if (key === undefined) return []
  const rows = await tables(db)
    .selectFrom('services')
    .where('id_user_created', '=', actor.id)
    .where('idempotency', 'in', keysOf(key))
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Starts the search that an operator's repeated request asks for, whose first answer was lost. */
async function searchedNow(
  context: CallContext,
  { after }: Pick<ServiceInput, 'after'>,
  ids: readonly number[],
): Promise<void> {
  if (after !== 'search' || !isStaff(context.actor)) return
  await context.transaction(async (tx) => {
    const rows = await living(tx, 'services')
      .where('id', '=', anyOf(ids))
      .where('state', '=', 'created')
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const { id } of rows) await moveService(tx, { id, move: 'request', by: moverOf(context), now: context.now() })
  })
}

/** One request among several that are made together. */
export interface RequestMade {
  readonly input: ServiceInput
  /** The asker's own names of the fields at which errors are reported. */
  readonly names?: { readonly [field: string]: string }
  /** What the program says of the services besides, and of where they come from in their activity. */
  readonly also?: { readonly [field: string]: Json }
  readonly note?: string
  /** It waits for something else, such as a payment: it is neither asked for nor booked yet. */
  readonly held?: boolean
}

/**
 * Makes a service, or one for each date of a booking, all or none.
 * @returns their ids; for a repeated request, the same ones
 */
export async function makeServices(context: CallContext, input: ServiceInput): Promise<readonly number[]> {
  const [ids = []] = await makeTogether(context, [{ input }])
  return ids
}

/**
 * The same for several requests, in one transaction.
 * @param within more work of the transaction, which is not done again for repeated requests
 */
export async function makeTogether(
  context: CallContext,
  requests: readonly RequestMade[],
  within: (writes: RecordWrites, ids: readonly (readonly number[])[]) => Promise<void> = async () => {},
): Promise<readonly (readonly number[])[]> {
  requests.forEach(({ input }) => assertHouseAlone(context, input))
  const before = await allMadeBefore(context, requests)
  if (before) return before
  try {
    const planned: (ToMakeAll & RequestMade)[] = []
    for (const request of requests)
      planned.push({ ...request, ...(await atInput(request.names ?? {}, () => planOf(context, request.input))) })
    return await context.records.write(async (writes) => {
      const made: (readonly number[])[] = []
      for (const one of planned)
        made.push(await atInput(one.names ?? {}, () => atFormFields(one.input, () => makeAll(context, writes, one))))
      await within(writes, made)
      return made
    })
  } catch (cause) {
    // The same request, sent at the same time, was first: it has used the quote and taken the keys.
    const meanwhile = await allMadeBefore(context, requests)
    if (meanwhile) return meanwhile
    throw cause
  }
}

/** What an earlier sending of all of them made; null: nothing. */
async function allMadeBefore(
  context: CallContext,
  requests: readonly RequestMade[],
): Promise<readonly (readonly number[])[] | null> {
  const made: (readonly number[])[] = []
  for (const { input } of requests) {
    const ids = await madeBefore(context, input.idempotency)
    if (ids.length === 0) return null
    await searchedNow(context, input, ids)
    made.push(ids)
  }
  return made
}

interface ToMakeAll {
  readonly plan: ServicePlan
  readonly asked: ReturnType<typeof serviceFields>
  readonly give: PlannedAssignment | null
}

async function planOf(context: CallContext, input: ServiceInput): Promise<ToMakeAll> {
  const plan = await planServices(context, input)
  return { plan, asked: serviceFields(context, input), give: await assignmentOf(context, input, null) }
}

async function makeAll(
  context: CallContext,
  writes: RecordWrites,
  { input, plan, asked, give, also = {}, note, held = false }: ToMakeAll & RequestMade,
): Promise<readonly number[]> {
  await assertNotSimilar(context, writes.tx, input, {
    id_client: plan.client.id,
    dates: plan.services.map(({ date }) => date),
  })
  const ids: number[] = []
  for (const [n, service] of plan.services.entries())
    ids.push(await makeOne(context, writes, { input, plan, service, asked, give, also, note, held, n }))
  return ids
}

/**
 * Whom the client has chosen to validate it; null: nobody in particular.
 * @throws {AppError} VALIDATION at `id_user_validation`
 */
async function askedOf(
  tx: Tx,
  { actor }: CallContext,
  { id_user_validation: asked }: ServiceInput,
): Promise<number | null> {
  if (!asked) return null
  const may = await mayAsk(tx, actor.id)
  if (may.length === 0) return null
  if (!may.some(({ id }) => id === asked)) throw wrong('id_user_validation', 'ref')
  return asked
}

const NO_OPERATORS: ReadonlySet<string> = new Set([KIND.driver, KIND.client, KIND.worker])

interface ToMake {
  readonly input: ServiceInput
  readonly plan: ServicePlan
  readonly service: PlannedService
  readonly asked: ReturnType<typeof serviceFields>
  readonly give: PlannedAssignment | null
  readonly also: { readonly [field: string]: Json }
  readonly note: string | undefined
  readonly held: boolean
  /** Index among the dates. */
  readonly n: number
}

async function makeOne(
  context: CallContext,
  writes: RecordWrites,
  { input, plan, service, asked, give, also, note, held, n }: ToMake,
): Promise<number> {
  const { actor, settings, now } = context
  const { client, basis, rules } = plan
  const { date } = service
  const staff = isStaff(actor)
  // A store's courier is looked for with the rights of the house, by somebody who took no call.
  const isTaken = staff && !NO_OPERATORS.has(String(actor.facts['type_user']))
  // Whoever answers for the company, and the house that was called, need no answer.
  const waits = client.requires_validation && !staff && !administersCompany(actor)
  const priced = pricedFields(basis, await service.keep(writes.tx), input)
  await assertMaySpend(context, writes.tx, { client, date, price_total: Number(priced['price_total']) })
  // Until a booked ride is driven its client may put more into it.
  if (date === null && input.id_payment && basis.book.payments.get(input.id_payment) === 'wallet')
    await assertWalletCovers(writes.tx, { id_client: client.id, price: Number(priced['price_total']), now: now() })
  const saved = await writes.saveOwn('services', asked, {
    ...(note === undefined ? {} : { note }),
    also: {
      ...also,
      ...priced,
      ...endFields(input),
      trip_reason: tripReason(client.rules, input.trip_reason),
      state: date === null || waits || held ? 'created' : 'scheduled',
      id_client: client.id,
      id_company: client.id_company,
      id_company_area: client.id_company_area,
      id_company_ceco: input.id_company_ceco === undefined ? client.id_company_ceco : input.id_company_ceco,
      id_payment: input.id_payment ?? null,
      id_user_created: actor.id,
      id_operator: isTaken ? actor.id : null,
      by_operator: Number(isTaken),
      ...(!staff && client.id !== actor.id ? { for_another: 1 } : {}),
      id_service_cloned: input.id_service_cloned ?? null,
      scheduled: Number(date !== null),
      date_scheduled: date,
      date_onair: date === null ? null : onAirOf(date, rules, settings),
      idempotency: input.idempotency === undefined ? null : (keysOf(input.idempotency)[n] ?? null),
    },
  })
  const id = Number(saved.id)
  // Users who are not staff choose no driver: what they book for now goes on air by itself.
  if (waits) {
    await writes.saveOwn(
      'service_validations',
      {},
      {
        also: {
          id_service: id,
          id_client: client.id,
          id_company: client.id_company,
          id_company_area: client.id_company_area,
          id_product: input.id_product,
          id_payment: input.id_payment ?? null,
          date_scheduled: date,
          date_deadline: answerUntil(date, now()),
          id_user_asked: await askedOf(writes.tx, context, input),
        },
      },
    )
  }
  if (date === null && !waits && !held && (!staff || input.after === 'search')) {
    await moveService(writes.tx, { id, move: 'request', by: moverOf(context), now: now() })
  }
  if (give) await assignNow(context, writes.tx, id, give)
  if (input.new_state) throw wrong('new_state', 'services.no_driver_yet')
  return id
}
