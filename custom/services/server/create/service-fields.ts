import { AppError, type Json, type JsonObject, wrong } from '#engine/model'
import type { CallContext } from '#engine/server'
import type { PriceBasis, Redeemed } from '../../../fares/server'
import { priceColumns } from '../../model/price-columns'
import type { ServiceInput } from '../../model/service-input'

type Fields = { readonly [field: string]: Json }

/** The fields that the asker fills in: texts, people, stops and the administrators' own fields. */
export function serviceFields({ model }: CallContext, input: ServiceInput): JsonObject {
  const fields = model.entities['services']?.fields ?? {}
  const own = Object.entries(input.custom_fields ?? {})
  const unknown = own.find(([name]) => !Object.hasOwn(fields, name) || fields[name]?.dynamic !== true)
  if (unknown) throw wrong(`custom_fields.${unknown[0]}`, 'unknown')
  const invited = input.invited === 1
  return {
    ...(Object.fromEntries(own) as JsonObject),
    notes: trimmed(input.notes),
    ...(input.order_number === undefined ? {} : { order_number: trimmed(input.order_number) }),
    for_another: input.for_another ?? 0,
    invited: Number(invited),
    invited_name: invited ? trimmed(input.invited_name) : null,
    invited_phone: invited ? trimmed(input.invited_phone) : null,
    stops: input.stops.map(
      ({ id, lat, lng, address, name, contact_name, contact_phone, contact_email, notes }, position) => ({
        ...(id ? { id } : {}),
        position,
        lat,
        lng,
        address: address.trim(),
        name: trimmed(name),
        contact_name: trimmed(contact_name),
        contact_phone: trimmed(contact_phone),
        contact_email: trimmed(contact_email),
        notes: trimmed(notes),
      }),
    ),
  }
}

const trimmed = (text: string | null | undefined): string | null => text?.trim() || null

/** The fields that follow from the price: the fare, its sums and what it was agreed by. */
export function pricedFields(
  { book, route, branch }: PriceBasis,
  { id_fare, fare, deal }: Redeemed,
  input: ServiceInput,
): Fields {
  const tarif = book.tarifs.get(deal.id_tarif)
  const shared = deal.product?.for_shared_service === true
  return {
    id_fare,
    id_tarif: deal.id_tarif,
    id_product: deal.id_product,
    id_branch: branch?.id ?? null,
    id_promotion: deal.promotion?.id ?? null,
    distance: Math.round(deal.trip.distance_m),
    duration: Math.round(deal.trip.duration_s),
    polyline: route.polyline === '' ? null : route.polyline,
    capacity_1: shared ? deal.trip.capacity_1 : (input.capacity_1 ?? 1),
    is_return: Number(deal.trip.is_return),
    for_shared_service: Number(shared),
    is_price_edited: Number(deal.trip.price_edited !== null),
    keep_initial: Number(tarif?.keep_initial ?? false),
    ...priceColumns(fare),
  }
}

/** Origin and destination as lists and cards show them. */
export function endFields({ stops }: Pick<ServiceInput, 'stops'>): Fields {
  const first = stops[0]
  const last = stops.length > 1 ? stops.at(-1) : undefined
  return {
    org_address: first ? first.address.trim() : null,
    org_name: trimmed(first?.name),
    org_point: first ? { lat: first.lat, lng: first.lng } : null,
    dst_address: last ? last.address.trim() : null,
    dst_name: trimmed(last?.name),
    dst_point: last ? { lat: last.lat, lng: last.lng } : null,
  }
}

/** Reports errors at the form's own fields: those of the administrators' fields, and of what follows from the stops. */
export async function atFormFields<T>(input: ServiceInput, work: () => Promise<T>): Promise<T> {
  return work().catch((cause: unknown) => {
    if (!(cause instanceof AppError) || cause.code !== 'VALIDATION') throw cause
    const own = Object.keys(input.custom_fields ?? {}).map((field) => [field, `custom_fields.${field}`])
    const names: { readonly [field: string]: string } = {
      ...Object.fromEntries(own),
      org_address: 'stops.0.address',
      dst_address: `stops.${input.stops.length - 1}.address`,
    }
    const errors = Object.fromEntries(
      Object.entries(cause.errors).map(([field, error]) => [names[field] ?? field, error]),
    )
    throw new AppError('VALIDATION', { say: cause.say, params: cause.params, errors, body: cause.body }, { cause })
  })
}
