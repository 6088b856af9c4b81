import type { JsonObject } from '#engine/model'

/** The tariffs of the demo by a short name: one of each kind, one by ranges, one whose price the dispatcher edits, one that has expired. */
export const TARIFS: { readonly [key: string]: JsonObject } = {
  standard: {
    name: 'Estándar', type: '1', price_base: 5, price_minimal: 8, km_minimal: 1, price_km: 1.35, price_minute: 0.25, price_wait: 0.5, wait_every: 1,
    courtesy_wait_time: 3, price_pause: 0.4, price_parking: 4, service_fee_type: '0', service_fee_amount: 5, service_fee_minimal: 0.5, price_cancel: 4,
  },
  executive: {
    name: 'Ejecutiva', type: '1', price_base: 9, price_minimal: 15, km_minimal: 1, price_km: 2.2, price_minute: 0.4, use_ranges: 1, price_wait: 1, wait_every: 1,
    courtesy_wait_time: 10, price_pause: 0.6, price_parking: 6, pct_return: 80, service_fee_type: '1', service_fee_amount: 1.5, price_cancel: 8,
  },
  zones: {
    name: 'Lima por zonas', type: '2', price_base: 6, price_minimal: 9, km_minimal: 1, price_km: 1.5, price_minute: 0.25, price_wait: 0.5, wait_every: 1,
    courtesy_wait_time: 5, price_pause: 0.4, price_parking: 4, service_fee_type: '0', service_fee_amount: 4, price_cancel: 4,
  },
  airport: {
    name: 'Aeropuerto', type: '3', price_base: 65, price_wait: 5, wait_every: 10, courtesy_wait_time: 30, price_pause: 0.5, price_parking: 7,
    service_fee_type: '1', service_fee_amount: 2, high_demands: 0, keep_initial: 1, price_cancel: 15, notes: 'Incluye el seguimiento del vuelo.',
  },
  courier: {
    name: 'Mensajería', type: '4', price_base: 4, price_minimal: 7, km_minimal: 2, price_km: 0.9, price_minute: 0.1, price_courier: 2.5, price_wait: 1, wait_every: 5,
    courtesy_wait_time: 10, price_pause: 0.2, pct_return: 50, service_fee_type: '0', service_fee_amount: 6, service_fee_minimal: 0.5, price_cancel: 3,
  },
  corporate: {
    name: 'Corporativa', type: '1', price_base: 6, price_minimal: 10, km_minimal: 2, price_km: 1.5, price_minute: 0.3, price_wait: 0.5, wait_every: 1,
    courtesy_wait_time: 15, price_pause: 0.4, price_parking: 5, service_fee_type: '0', service_fee_amount: 8, high_demands: 0,
    allow_edit_price_on_dispatcher: 1, keep_initial: 1, price_cancel: 6, notes: 'Para empresas con contrato. La central puede corregir el precio.',
  },
  old: {
    name: 'Estándar 2025', type: '1', price_base: 4.5, price_minimal: 7, km_minimal: 1, price_km: 1.2, price_minute: 0.2, price_wait: 0.5, wait_every: 1,
    courtesy_wait_time: 3, state: '0', notes: 'Reemplazada por Estándar.',
  },
}

/** Ranges of the tariff that has them: what one unit costs from there on. */
export const EXECUTIVE_RANGES: readonly JsonObject[] = [
  { measure: 'km', from: 0, price: 2.2 }, { measure: 'km', from: 8, price: 1.95 }, { measure: 'km', from: 20, price: 1.7 },
  { measure: 'min', from: 0, price: 0.4 }, { measure: 'min', from: 30, price: 0.32 },
]
