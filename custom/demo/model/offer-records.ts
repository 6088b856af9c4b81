import type { JsonObject } from '#engine/model'
import { CARS } from './fleet'

/** Kinds of business by a short name. */
export const BUSINESSES: { readonly [key: string]: JsonObject } = {
  taxi: { name: 'Taxi', icon: 'local_taxi' },
  corporate: { name: 'Corporativo', icon: 'business' },
  airport: { name: 'Aeropuerto', icon: 'flight' },
  courier: { name: 'Mensajería', icon: 'two_wheeler' },
}

/** The gateway that ships with the demo: it charges nobody. */
export const TEST_GATEWAY: JsonObject = { type: 'test', name: 'Pasarela de prueba', sandbox: 1 }

/** Where messages and calls leave by; none of them answers. */
export const BRIDGES: readonly JsonObject[] = [
  { type: 'whatsapp', name: 'WhatsApp de la central', phone: '+5115550134' },
  { type: 'sms', name: 'Mensajes de texto', host: 'https://sms.example.com' },
]

/** `gateway`: charged through the demo's own. */
export const PAYMENT_METHODS: readonly { readonly record: JsonObject; readonly gateway?: true }[] = [
  { record: { name: 'Efectivo', type: 'cash', description: 'Se paga al conductor.' } },
  { record: { name: 'Tarjeta', type: 'card', description: 'Crédito o débito, al terminar el servicio.' } },
  { record: { name: 'Billetera', type: 'wallet', description: 'Del saldo del cliente.' } },
  { record: { name: 'Crédito de empresa', type: 'credit', description: 'Se factura a la empresa a fin de mes.' } },
  {
    record: { name: 'Pago en línea', type: 'prepaid', description: 'Antes del servicio, desde la web.' },
    gateway: true,
  },
  { record: { name: 'Yape en destino', type: 'cash', description: 'Se muestra el código del conductor.', state: '0' } },
]

/** A product, and by their short names its business, tariff, and the vehicles that serve it (none: any). */
interface DemoProduct {
  readonly record: JsonObject
  readonly business: string
  readonly tarif: string
  readonly vehicles?: readonly string[]
}

export const PRODUCTS: readonly DemoProduct[] = [
  {
    business: 'taxi',
    tarif: 'standard',
    vehicles: CARS,
    record: {
      name: 'Económico',
      surname: 'Auto compacto',
      capacity_1: 4,
      min_time_to_schedule: 30,
      min_time_to_cancel: 5,
    },
  },
  {
    business: 'taxi',
    tarif: 'executive',
    vehicles: ['Sedán', 'SUV'],
    record: {
      name: 'Ejecutivo',
      surname: 'Auto del año',
      capacity_1: 4,
      accept_return: 1,
      allow_stop_contact: 1,
      min_time_to_schedule: 60,
      min_time_to_cancel: 10,
    },
  },
  {
    business: 'taxi',
    tarif: 'standard',
    vehicles: ['Van', 'Minibús'],
    record: {
      name: 'Van',
      surname: 'Hasta 10 personas',
      capacity_1: 10,
      accept_return: 1,
      min_time_to_schedule: 120,
      radius_of_request: 8,
    },
  },
  {
    business: 'taxi',
    tarif: 'standard',
    vehicles: CARS,
    record: {
      name: 'Compartido',
      surname: 'Se paga por asiento',
      capacity_1: 4,
      for_shared_service: 1,
      allow_service_scheduled: 0,
      min_time_to_cancel: 2,
    },
  },
  {
    business: 'taxi',
    tarif: 'zones',
    vehicles: CARS,
    record: { name: 'Por zonas', surname: 'Precio entre distritos', capacity_1: 4, min_time_to_schedule: 45 },
  },
  {
    business: 'airport',
    tarif: 'airport',
    vehicles: ['Sedán', 'SUV', 'Van'],
    record: {
      name: 'Al aeropuerto',
      surname: 'Precio fijo',
      capacity_1: 4,
      allow_service_inmediate: 0,
      min_time_to_schedule: 90,
      min_time_to_cancel: 60,
      min_time_to_onway: 40,
      allow_stop_contact: 1,
    },
  },
  {
    business: 'corporate',
    tarif: 'corporate',
    vehicles: CARS,
    record: {
      name: 'Corporativo',
      surname: 'Con cargo a la empresa',
      capacity_1: 4,
      hide_price: 1,
      for_companies: 1,
      accept_return: 1,
      allow_stop_contact: 1,
      min_time_to_schedule: 30,
      min_time_to_cancel: 10,
    },
  },
  {
    business: 'courier',
    tarif: 'courier',
    vehicles: ['Moto'],
    record: {
      name: 'Mensajería',
      surname: 'Moto',
      capacity_1: 1,
      allow_stop_contact: 1,
      accept_return: 1,
      // Day and night, as two of the stores are open: an order can be tried at any hour.
      min_time_to_schedule: 20,
    },
  },
  {
    business: 'taxi',
    tarif: 'old',
    record: {
      name: 'Nocturno',
      surname: 'Fuera de servicio',
      capacity_1: 4,
      state: '0',
      hours: [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, time_start: '19:00', time_end: '23:30' })),
    },
  },
  {
    business: 'corporate',
    tarif: 'standard',
    vehicles: ['Van', 'Minibús', 'SUV'],
    record: {
      name: 'Van compartida',
      surname: 'Varios pasajeros, una ruta',
      capacity_1: 10,
      for_shared_service: 1,
      allow_service_inmediate: 0,
      min_time_to_schedule: 30,
      min_time_to_cancel: 10,
    },
  },
]

export const SUBSCRIPTIONS: readonly { readonly tarif?: string; readonly record: JsonObject }[] = [
  {
    record: {
      name: 'Básica',
      fee_percentage: 20,
      penalty_cancel_amount: 3,
      assignment_radius: 3,
      assignment_max: 1,
      assignment_minutes: 30,
    },
  },
  {
    record: {
      name: 'Plus',
      fee_amount: 0.5,
      fee_percentage: 12,
      penalty_cancel_amount: 2,
      assignment_radius: 5,
      assignment_max: 3,
      assignment_minutes: 60,
    },
  },
  {
    tarif: 'executive',
    record: {
      name: 'Ejecutiva',
      fee_amount: 1,
      fee_percentage: 15,
      penalty_cancel_amount: 5,
      assignment_radius: 8,
      assignment_max: 2,
      assignment_minutes: 120,
    },
  },
  {
    tarif: 'courier',
    record: { name: 'Mensajeros', fee_percentage: 10, assignment_radius: 4, assignment_max: 6, assignment_minutes: 20 },
  },
  { record: { name: 'Prueba de 30 días', fee_percentage: 0, assignment_enabled: 0, state: '0' } },
]
