import type { FastifyRequest } from 'fastify'
import type { BulkOutcome, RowResult } from '../../../model/catalogue-answers'
import { mayEdit, maySee } from '../../../model/rights/access'
import type { Actor } from '../../../model/rights/actor'
import type { JsonObject } from '../../../model/json'
import type { Action, Resource } from '../../../model/resource'
import type { ServerCall } from '../../language/feature/call'
import { withFound } from '../../records/read/look-up-search'
import { foundRows, meansAll } from '../../records/bulk/found-rows'
import { inBatches } from '../../records/bulk/in-batches'
import { originOf } from '../../records/origin'
import { recordContext } from '../../records/record-context'
import { forbidden } from '../../records/why-not'
import type { Runtime } from '../../language/runtime'
import { malformed } from '../../platform/answers/malformed'

/** A catalogue and its action on chosen rows that a bespoke call carries out. */
interface BulkAction {
  readonly resource: Resource
  readonly action: Action
}

/**
 * The declared action on chosen rows that a call with `all` is for: that of the catalogue `resource` names, or the only
 * one. Null: the body names its rows itself, or the call is for chosen rows of no catalogue.
 * @throws {AppError} MALFORMED when `resource` names none of several catalogues that declare it
 */
export function bulkActionOf(
  { model }: Runtime,
  { contract }: ServerCall,
  input: { readonly [key: string]: unknown },
): BulkAction | null {
  if (contract.method !== 'POST' || !meansAll(input)) return null
  const found = Object.values(model().resources).flatMap((resource) =>
    resource.actions
      .filter(({ on, call }) => on.includes('bulk') && call?.method === 'POST' && call.path === contract.path)
      .map((action) => ({ resource, action })),
  )
  if (found.length === 0) return null
  const named = input.resource === undefined ? found : found.filter(({ resource }) => resource.name === input.resource)
  const [one] = named
  if (!one || named.length > 1) throw malformed('resource')
  return one
}

/** How many rows the call takes at once: what its contract says, else a batch. */
function batchOf({ request }: ServerCall['contract']): number {
  const { properties } = request as { readonly properties?: { readonly ids?: { readonly maxItems?: number } } }
  return Math.min(properties?.ids?.maxItems ?? 100, 1000)
}

/** Whether the call can go on without those whom it refuses; of all that a filter finds they are told afterwards. */
export const mayLeaveOut = ({ request }: ServerCall['contract']): boolean =>
  'leave_out' in ((request as { readonly properties?: object }).properties ?? {})

/**
 * Calls a handler with the ids that a filter finds, a batch at a time; the `results` it returns, if any, show which
 * rows were refused.
 * @param work the checked call with these ids
 */
export async function onAllFound(
  runtime: Runtime,
  request: FastifyRequest,
  actor: Actor,
  { resource, action }: BulkAction,
  contract: ServerCall['contract'],
  input: JsonObject,
  work: (ids: readonly (number | string)[]) => Promise<unknown>,
): Promise<BulkOutcome> {
  const context = await recordContext(runtime, actor, resource.name, originOf(request))
  const may = action.needs === 'edit' ? mayEdit(actor, resource) : maySee(actor, resource)
  if (!may) throw forbidden(context, action.needs)
  const ids = await foundRows(await withFound(context, input), input, action.needs === 'edit' ? 'write' : 'read')
  const done = runtime.words.say(actor.language, 'record.done')
  return inBatches(
    context,
    ids,
    input.run,
    async (batch) => {
      const answer = (await work(batch)) as { readonly results?: readonly RowResult[] }
      const outcomes = new Map((answer.results ?? []).map((row) => [row.id, row]))
      return { results: batch.map((id) => outcomes.get(id) ?? { id, ok: true, msg: done }) }
    },
    batchOf(contract),
  )
}
