import type { ServerFeature } from '#engine/server'
import { DEMO_ACCOUNTS } from './demo-accounts'
import { fillDemo } from './fill-demo'

/** A made-up ride service in Lima, generated from a seed: the content of a new database unless it should start empty. */
export const demoFeature: ServerFeature = {
  name: 'demo',
  needs: {
    company_areas: ['id_company', 'name'],
    branches: ['name', 'address', 'phone', 'email', 'point'],
    companies: ['type', 'name', 'document', 'id_branch', 'phone', 'email', 'address', 'point', 'use_cecos', 'spending_limit'],
    users: ['type_user', 'name', 'surname', 'email', 'phone', 'document', 'id_company', 'id_company_area', 'id_branch', 'id_role',
      'license_number'],
    vehicles: ['plate', 'code', 'id_user', 'id_type_vehicle', 'id_brand_vehicle', 'model', 'year', 'id_color', 'capacity_1', 'id_branch'],
    locations: ['type', 'name', 'address', 'point', 'id_company', 'id_client'],
    tarifs: ['type', 'name', 'price_base', 'price_minimal', 'km_minimal', 'price_km', 'price_minute', 'use_ranges', 'service_fee_type',
      'service_fee_amount', 'keep_initial', 'allow_edit_price_on_dispatcher'],
    zones: ['id_tarif', 'name', 'color', 'path'],
    prices: ['id_tarif', 'id_zone_from', 'id_zone_to', 'amount'],
    tolls: ['name', 'price', 'coordinates'],
    products: ['name', 'surname', 'id_business', 'id_tarif', 'capacity_1', 'hide_price', 'hours', 'type_vehicles'],
    company_products: ['id_company', 'id_product', 'id_tarif'],
    high_demands: ['name', 'id_branch', 'flat', 'amount', 'days', 'time_from', 'time_to', 'valid_from', 'valid_to'],
    promotions: ['code', 'name', 'type_benefit', 'amount', 'max_amount', 'use_limit', 'valid_from', 'valid_to'],
    promotion_uses: ['id_promotion', 'id_client', 'amount'],
    subscriptions: ['name', 'id_tarif', 'fee_amount', 'fee_percentage'],
    payment_methods: ['name', 'type', 'description'],
    driver_shifts: ['id_driver', 'id_vehicle', 'state', 'place', 'date_start', 'date_end', 'date_last_finalized', 'rides', 'distance', 'app_version_code'],
    services: ['state', 'id_client', 'id_driver', 'id_vehicle', 'id_product', 'id_fare', 'scheduled', 'date_scheduled', 'date_finalized', 'price_total'],
    service_stops: ['id_service', 'position', 'point', 'address', 'name', 'wait_s'],
    service_offers: ['id_service', 'id_driver', 'id_vehicle', 'state', 'date_deadline', 'date_answered'],
    map_keys: ['provider', 'url', 'month_limit', 'cost', 'cost_month', 'notes', 'state'],
    map_key_uses: ['id_map_key', 'day', 'type', 'state', 'platform', 'type_user', 'uses', 'cost'],
    map_key_errors: ['id_map_key', 'type', 'platform', 'type_user', 'code', 'data'],
    own_reports: ['id_user', 'name', 'shared', 'roles', 'definition'],
    panics: ['id_driver', 'id_vehicle', 'point', 'state', 'id_user', 'date_attended', 'notes'],
    fares: ['id_client', 'id_tarif_version', 'input', 'lines', 'currency', 'total'],
    vehicle_positions: ['id_vehicle', 'point', 'course', 'speed', 'battery_level', 'mode', 'availability', 'date_fix'],
  },
  demo: fillDemo,
  demoAccounts: DEMO_ACCOUNTS,
}
