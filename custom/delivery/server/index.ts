import type { ServerFeature } from '#engine/server'
import { openOrders } from './open-orders'
import { orderHooks } from './order-hooks'
import { articleCalls } from './sold-out'

/** The delivery marketplace: partners, their stores and articles, and orders. */
export const delivery: ServerFeature = {
  name: 'delivery',
  needs: {
    orders: ['id_store', 'id_partner', 'id_branch', 'id_type_store', 'id_client', 'id_driver', 'store_state', 'dst_address', 'reason'],
    stores: ['id_partner', 'id_type_store'],
    articles: ['name', 'id_store', 'date_sold_out'],
    companies: ['id_branch'],
    branches: ['timezone'],
  },
  calls: articleCalls,
  hooks: [orderHooks, ...openOrders],
}
