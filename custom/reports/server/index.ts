import type { ServerFeature } from '#engine/server'
import { mapChoices } from './map-choices'
import { summary } from './summary'

/**
 * What metadata cannot say of the reports (`resources/reports`): the summary of somebody's services, and the choices of
 * the report of maps.
 */
export const reports: ServerFeature = {
  name: 'reports',
  needs: {
    services: ['outcome', 'id_client', 'id_driver', 'id_product', 'price_total', 'price_fee'],
    products: ['hide_price'],
    map_keys: ['provider'],
    map_key_uses: ['type', 'state', 'platform', 'type_user'],
  },
  calls: [summary, ...mapChoices],
  panels: ['services-summary'],
  modules: [{ key: 'summary', title: 'Resumen', route: '/summary', icon: 'assessment', group: 'reports', order: 640 }],
}
