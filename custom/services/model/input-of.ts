import type { DispatcherService } from './dispatcher-service'
import type { ServiceInput } from './service-input'

/** A service as it would be sent back unchanged. */
export function unchangedInput(service: DispatcherService): ServiceInput {
  const { id, version, id_client, id_product, id_payment, date_scheduled, stops } = service
  return {
    id,
    version,
    id_client,
    id_product,
    id_payment,
    date_scheduled,
    scheduled: service.scheduled,
    for_another: service.for_another,
    invited: service.invited,
    invited_name: service.invited_name,
    invited_phone: service.invited_phone,
    notes: service.notes,
    capacity_1: service.capacity_1,
    is_return: service.is_return === 1,
    is_price_edited: service.is_price_edited,
    ...(service.is_price_edited === 1 ? { price_base: service.price_base } : {}),
    custom_fields: service.custom_fields,
    stops: stops.map((stop) => ({
      id: stop.id,
      lat: stop.lat ?? 0,
      lng: stop.lng ?? 0,
      address: stop.address,
      name: stop.name,
      contact_name: stop.contact_name,
      contact_phone: stop.contact_phone,
      contact_email: stop.contact_email,
      notes: stop.notes,
    })),
  }
}
