import type { ServerFeature } from '#engine/server'
import { cloneTarif } from './clone-tarif'
import { presentProducts } from './present-products'
import { presentPromotions } from './present-promotions'
import { presentTarifs } from './present-tarifs'
import { revisionHooks } from './revision-hooks'
import { tarifTypes } from './tarif-types'

/** Tariffs and what prices are made of beside zones and tolls: calls, hooks and the fields that they and quotes count on. */
export const tarifsServer: Pick<ServerFeature, 'needs'> & Required<Pick<ServerFeature, 'calls' | 'hooks'>> = {
  needs: {
    tarifs: [
      'type', 'name', 'id_branch', 'price_base', 'price_minimal', 'km_minimal', 'price_km', 'price_minute', 'use_ranges',
      'price_wait', 'wait_every', 'courtesy_wait_time', 'price_pause', 'price_parking', 'price_courier', 'pct_return', 'service_fee_type', 'service_fee_amount',
      'service_fee_minimal', 'price_cancel', 'high_demands', 'keep_initial', 'allow_edit_price_on_dispatcher', 'revision', 'state',
    ],
    tarif_ranges: ['id_tarif', 'measure', 'from', 'price'],
    tarif_versions: ['id_tarif', 'hash', 'content'],
    fares: ['quote', 'id_client', 'id_tarif_version', 'input', 'lines', 'currency', 'total'],
    products: [
      'name', 'surname', 'id_business', 'id_tarif', 'id_branch', 'hide_price', 'capacity_1', 'for_shared_service',
      'allow_service_inmediate', 'allow_service_scheduled', 'allow_stop_contact', 'accept_return', 'min_time_to_schedule', 'hours', 'state', 'rank',
    ],
    businesses: ['name', 'icon'],
    company_products: ['id_company', 'id_product', 'id_tarif'],
    high_demands: ['name', 'id_branch', 'flat', 'amount', 'days', 'time_from', 'time_to', 'valid_from', 'valid_to', 'state'],
    promotions: [
      'code', 'type_benefit', 'amount', 'max_amount', 'id_branch', 'use_limit', 'use_limit_client', 'valid_from', 'valid_to',
      'only_card', 'only_new', 'state',
    ],
    promotion_uses: ['id_promotion', 'id_client', 'id_fare', 'amount'],
    subscriptions: ['name', 'id_tarif', 'fee_amount', 'fee_percentage', 'state'],
    branches: ['name', 'point', 'timezone', 'area', 'state'],
    payment_methods: ['type', 'state'],
    users: ['id_company'],
  },
  calls: [tarifTypes, cloneTarif],
  hooks: [...revisionHooks, presentTarifs, presentPromotions, presentProducts],
}
