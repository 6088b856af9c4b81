import type { ServerFeature } from '#engine/server'
import { courierHooks } from './courier/courier-hooks'
import { courierIndexes, couriersJob } from './courier/couriers-job'
import { openOrders } from './open-orders'
import { orderHooks } from './order-hooks'
import { articleCalls } from './sold-out'

/** The delivery marketplace: partners, their stores and articles, and orders. */
export const delivery: ServerFeature = {
  name: 'delivery',
  needs: {
    orders: ['id_store', 'id_partner', 'id_branch', 'id_type_store', 'id_client', 'id_driver', 'store_state', 'dst_address', 'dst_reference', 'reason', 'point',
      'num_articles', 'id_service', 'courier_state', 'courier_problem', 'id_user_courier', 'date_courier', 'date_state'],
    stores: ['id_partner', 'id_type_store', 'name', 'address', 'point'],
    type_stores: ['id_tarif'],
    products: ['id_tarif', 'id_branch', 'allow_service_inmediate'],
    tarifs: ['type'],
    articles: ['name', 'id_store', 'date_sold_out'],
    companies: ['id_branch'],
    branches: ['timezone'],
  },
  calls: articleCalls,
  hooks: [orderHooks, courierHooks, ...openOrders],
  jobs: [couriersJob],
  indexes: courierIndexes,
}
