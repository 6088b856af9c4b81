import type { ServerFeature } from '#engine/server'
import { afterRide } from './after-ride'
import { cancelCalls } from './cancel'
import { claimHooks } from './claim-hooks'
import { meCalls } from './me'
import { page } from './page'
import { position, ride } from './ride'
import { rides } from './rides'
import { wallet } from './wallet'

export { ownWidget } from './page'

/**
 * What clients do themselves after they have logged in: their rides, from the booking to the complaint, and the page
 * for it.
 */
export const clients: ServerFeature = {
  name: 'clients',
  needs: {
    services: [
      'state',
      'id_client',
      'id_driver',
      'id_vehicle',
      'polyline',
      'distance',
      'duration',
      'org_point',
      'price_cancel',
      'date_scheduled',
      'date_finalized',
      'date_handed_over',
      'handover_point',
    ],
    service_ratings: ['id_service', 'stars', 'comment', 'by_link'],
    service_tips: ['id_service', 'id_client', 'id_driver', 'amount'],
    service_claims: [
      'id_service',
      'id_client',
      'id_driver',
      'id_vehicle',
      'date_ride',
      'date_deadline',
      'kind',
      'text',
      'state',
      'answer',
      'idempotency',
    ],
    payments: ['id_service', 'state', 'date_expires'],
    users: ['name', 'surname', 'email', 'phone', 'pic', 'rating_average', 'wallet_balance', 'id_company'],
    promotions: ['code', 'name', 'type_benefit', 'amount', 'private', 'only_granted', 'valid_to', 'id_branch', 'state'],
    promotion_grants: ['id_promotion', 'id_client'],
    widgets: ['state'],
    companies: ['name'],
    settings_general: ['client_page_widget'],
  },
  calls: [page, rides, ride, position, ...cancelCalls, ...afterRide, ...meCalls, wallet],
  hooks: [claimHooks],
  publicPages: [
    {
      path: '/rides',
      script: 'custom/clients/client/page/clients-page.ts',
      installable: {
        icons: { 192: 'custom/clients/client/page/icon-192.png', 512: 'custom/clients/client/page/icon-512.png' },
      },
    },
  ],
  // The widget by which the clients' page books; null: the first that is on.
  settings: { client_page_widget: null },
}
