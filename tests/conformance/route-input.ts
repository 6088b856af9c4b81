import { Value } from 'typebox/value'
import type { TSchema } from 'typebox'
import type { CallContract } from '../../src/model/call'
import type { Json, JsonObject } from '../../src/model/json'

/** Entities of the ids that calls take, by the name of the property. */
const ENTITY_OF: { readonly [property: string]: string } = {
  id_service: 'services',
  id_services: 'services',
  id_vehicle: 'vehicles',
  id_driver: 'users',
  id_drivers: 'users',
  id_client: 'users',
  id_user: 'users',
  id_invited: 'users',
  id_inviter: 'users',
  id_company: 'companies',
  id_company_area: 'company_areas',
  id_company_ceco: 'company_cecos',
  id_tarif: 'tarifs',
  id_product: 'products',
  id_subscription: 'subscriptions',
  id_grouping: 'groupings',
  id_bot_step: 'bot_steps',
  id_stop: 'service_stops',
  id_promotion: 'promotions',
  id_zone: 'zones',
  id_message: 'chat_messages',
}

/** The entity of an id in the input of a call. @param own that of `id` and `ids` */
export const entityOf = (property: string, own: string | null): string | null =>
  property === 'id' || property === 'ids' ? own : (ENTITY_OF[property] ?? null)

type Properties = { readonly [name: string]: TSchema & { readonly type?: string } }

/** An input that fits a call's contract, its ids those that `idOf` gives. */
export function inputFor(
  contract: CallContract | null,
  own: string | null,
  idOf: (entity: string) => Json,
): { [name: string]: Json } {
  const { properties = {}, required = [] } = (contract?.request ?? {}) as {
    readonly properties?: Properties
    readonly required?: readonly string[]
  }
  const input: { [name: string]: Json } = {}
  for (const [name, schema] of Object.entries(properties)) {
    const entity = entityOf(name, own)
    const id = entity === null ? null : idOf(entity)
    if (id !== null) input[name] = schema.type === 'array' ? [id] : id
    else if (required.includes(name)) input[name] = made(schema)
  }
  // A route of the engine's own has no contract.
  if (!contract && own !== null) input['id'] = idOf(own)
  return input
}

function made(schema: TSchema & { readonly type?: string; readonly format?: string; readonly items?: TSchema }): Json {
  if (schema.format === 'date') return '2026-11-09'
  if (schema.type === 'array' && schema.items) return [made(schema.items)]
  try {
    return Value.Create(schema) as Json
  } catch {
    return 'x'
  }
}

/** The path with its parameters filled in. */
export const pathOf = (url: string, input: JsonObject): string =>
  url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name] ?? '1')))
