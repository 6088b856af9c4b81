import type { ServerFeature } from '#engine/server'
import { courierHooks } from './courier/courier-hooks'
import { courierIndexes, couriersJob } from './courier/couriers-job'
import { menu } from './client/menu'
import { nearStores } from './client/near-stores'
import { orderQuote } from './client/order-quote'
import { ownOrderCalls } from './client/own-orders'
import { openOrders } from './open-orders'
import { deliver } from './trade/deliver-call'
import { incidentHooks } from './trade/incident-hooks'
import { tradeHooks } from './trade/trade-hooks'
import { lineHooks, orderHooks } from './order-hooks'
import { deadlineIndexes, deadlinesJob } from './orders/deadlines-job'
import { presentOrders } from './orders/present-order'
import { articleCalls } from './sold-out'
import { storeHooks } from './stores/store-hooks'

export { feeOf } from './trade/deliver'
export { settleOrder } from './trade/settle-order'

/** The delivery marketplace: partners, their stores and articles, orders, and the page of each store. */
export const delivery: ServerFeature = {
  name: 'delivery',
  needs: {
    orders: [
      'id_store',
      'id_partner',
      'id_branch',
      'id_type_store',
      'id_client',
      'id_driver',
      'id_payment',
      'store_state',
      'dst_address',
      'dst_reference',
      'reason',
      'point',
      'num_articles',
      'price_articles',
      'price_delivery',
      'price_total',
      'id_service',
      'courier_state',
      'courier_problem',
      'id_user_courier',
      'date_courier',
      'date_state',
      'minutes',
      'date_ready',
      'date_deadline',
      'date_delivered',
      'price_fee',
      'code',
      'proof',
      'proof_name',
      'proof_pic',
      'source',
      'idempotency',
      'distance',
      'duration',
    ],
    order_incidents: ['id_order', 'id_client', 'kind', 'detail', 'amount', 'given_by', 'charged_to', 'state'],
    billable_items: [
      'id_order',
      'side',
      'kind',
      'revision',
      'minor',
      'amount',
      'effective_at',
      'id_partner',
      'id_driver',
      'id_branch',
      'id_payment',
    ],
    wallets: ['id_order', 'kind', 'effect', 'state'],
    subscriptions: ['fee_amount', 'fee_percentage'],
    order_articles: ['id_order', 'id_article', 'quantity', 'price', 'price_total'],
    order_article_options: ['id_order_article', 'id_article_option_value', 'name', 'quantity', 'price'],
    stores: [
      'id_partner',
      'id_type_store',
      'name',
      'slug',
      'description',
      'phone',
      'pic',
      'address',
      'point',
      'store_times',
      'prep_minutes',
      'busy_minutes',
      'date_busy',
      'date_paused',
      'auto_accept',
      'accept_minutes',
      'auto_courier',
      'fee_percentage',
      'proof',
    ],
    store_exceptions: ['id_store', 'date_from', 'date_to', 'time_start', 'time_end', 'reason'],
    type_stores: ['name', 'id_tarif', 'coverage_radius'],
    products: ['id_tarif', 'id_branch', 'allow_service_inmediate'],
    tarifs: ['type'],
    articles: ['name', 'description', 'pic', 'price', 'id_store', 'id_category_article', 'date_sold_out'],
    article_options: ['id_article', 'name', 'minimum', 'maximum'],
    article_option_values: ['id_article_option', 'name', 'price', 'date_sold_out'],
    category_articles: ['id_store', 'name'],
    payment_methods: ['name', 'type'],
    services: ['id_vehicle', 'state', 'polyline', 'distance', 'duration', 'id_fare', 'price_total'],
    vehicle_positions: ['id_vehicle', 'point', 'date_fix'],
    companies: ['id_branch', 'id_subscription'],
    branches: ['timezone'],
    settings_company: ['timezone'],
  },
  calls: [...articleCalls, nearStores, menu, orderQuote, ...ownOrderCalls, deliver],
  hooks: [orderHooks, lineHooks, storeHooks, courierHooks, tradeHooks, incidentHooks, presentOrders, ...openOrders],
  widgets: ['order-lines', 'order-courier', 'order-fare', 'store-count', 'store-open'],
  panels: ['store-states'],
  jobs: [couriersJob, deadlinesJob],
  indexes: [...courierIndexes, ...deadlineIndexes],
  publicPages: [
    {
      path: '/store/:slug',
      script: 'custom/delivery/client/page/store-page.ts',
      installable: {
        icons: { 192: 'custom/clients/client/page/icon-192.png', 512: 'custom/clients/client/page/icon-512.png' },
      },
    },
  ],
}
