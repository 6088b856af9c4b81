import type { ServerFeature } from '#engine/server'
import { bookingCalls } from './bookings/bookings'
import { checkupCalls } from './checkups/checkups'
import { driverMessageCalls } from './messages/driver-side'
import { operatorMessageCalls } from './messages/operator-side'
import { pushToDriver } from './messages/push'
import { offerCalls } from './offers/offers'
import { statementCalls } from './money/own-statements'
import { ownWallet } from './money/own-wallet'
import { attendPanics, reopenPanic } from './panics/attend'
import { callForHelp } from './panics/call-for-help'
import { livePanics } from './panics/live-panics'
import { positions } from './positions/positions'
import { ownRank } from './rank/own-rank'
import { rideCalls } from './rides/ride-calls'
import { driverLogIn, driverLogOut, me } from './session/log-in'
import { shiftCalls } from './shift/shifts'
import { ownProfile } from './session/own-profile'
import { state } from './state'

export { pushToDriver } from './messages/push'
export { driverService } from './read/driver-services'
export { type DriverContext, serveDriver } from './serve-driver'

/** The drivers' application: all of /api/driver, and the operators' side of panics and messages. */
export const drivers: ServerFeature = {
  name: 'drivers',
  needs: {
    users: ['name', 'surname', 'phone', 'type_user', 'state', 'id_branch'],
    vehicles: [
      'plate',
      'code',
      'model',
      'year',
      'id_user',
      'id_type_vehicle',
      'id_brand_vehicle',
      'capacity_1',
      'state',
    ],
    vehicle_positions: ['id_vehicle', 'point'],
    driver_shifts: ['id_driver', 'id_vehicle', 'state', 'place', 'date_start', 'date_paused', 'pause_reason'],
    driver_devices: ['id_driver', 'device', 'name', 'state'],
    driver_messages: [
      'id_driver',
      'id_user',
      'id_service',
      'from_driver',
      'body',
      'urgent',
      'date_read',
      'idempotency',
    ],
    panics: ['id_driver', 'id_vehicle', 'id_service', 'point', 'state', 'id_user', 'date_attended', 'notes'],
    services: [
      'id_driver',
      'id_vehicle',
      'state',
      'id_product',
      'id_branch',
      'capacity_1',
      'date_scheduled',
      'org_point',
      'invited',
      'cancel_by',
      'cancel_reason',
    ],
    service_stops: ['id_service', 'position', 'point', 'address', 'date_reached', 'date_left'],
    service_offers: ['id_service', 'id_driver', 'state', 'date_deadline', 'date_seen', 'distance', 'duration'],
    service_assignments: ['id_service', 'id_driver', 'state'],
    service_legs: ['id_service', 'position', 'id_driver', 'id_vehicle', 'date_end'],
    products: ['hide_price', 'type_vehicles'],
    orders: ['id_service', 'id_store', 'id_payment', 'price_total', 'notes'],
    order_incidents: ['id_order', 'amount', 'given_by', 'state'],
    stores: ['name', 'proof'],
    payment_methods: ['type'],
    liquidations: [
      'id_driver',
      'number',
      'state',
      'date_from',
      'date_to',
      'amount',
      'date_issued',
      'date_paid',
      'reference',
      'reason',
      'notes',
      'balance_before',
      'balance_after',
    ],
    liquidation_items: ['id_liquidation', 'name', 'kind', 'amount'],
    checkups: ['id_driver', 'id_vehicle', 'id_form', 'mileage', 'date_checkup', 'state', 'answers', 'idempotency'],
  },
  modules: [
    {
      key: 'driver_messages',
      title: 'Mensajes de conductores',
      route: '/driver_messages',
      icon: 'chat',
      group: 'dispatch',
      order: 150,
    },
  ],
  hooks: [ownProfile],
  panels: ['driver-messages'],
  dialogs: ['driver-messages'],
  effects: { push: pushToDriver },
  calls: [
    driverLogIn,
    driverLogOut,
    me,
    state,
    ...shiftCalls,
    ownRank,
    positions,
    ...offerCalls,
    ...rideCalls,
    ...bookingCalls,
    callForHelp,
    ...driverMessageCalls,
    livePanics,
    attendPanics,
    reopenPanic,
    ...operatorMessageCalls,
    ...checkupCalls,
    ownWallet,
    ...statementCalls,
  ],
}
