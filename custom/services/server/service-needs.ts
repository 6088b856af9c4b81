import type { ServerFeature } from '#engine/server'

type Needs = ServerFeature['needs']

/** Fields that making, reading and ending services count on. */
export const SERVICE_NEEDS: Needs = {
  services: [
    'state', 'id_branch', 'id_client', 'id_company', 'id_company_area', 'id_user_created', 'id_operator', 'by_operator', 'id_product', 'id_tarif',
    'id_payment', 'id_promotion', 'id_fare', 'id_vehicle', 'id_driver', 'id_service_cloned', 'id_subscription', 'scheduled', 'for_another', 'invited',
    'invited_name', 'invited_phone', 'notes', 'trip_reason', 'capacity_1', 'is_return', 'for_shared_service', 'stops', 'org_address', 'org_name', 'org_point',
    'dst_address', 'dst_name', 'dst_point',
    'distance', 'duration', 'polyline', 'price_base', 'price_toll', 'price_wait', 'price_courier', 'price_pause', 'price_promo', 'price_cancel', 'price_total',
    'price_parking', 'price_demand', 'price_service', 'price_tax',
    'price_fee', 'price_driver', 'keep_initial', 'is_price_edited', 'time_wait', 'cancel_by', 'cancel_code', 'cancel_reason', 'keep_searching', 'date_driver_lost', 'date_keep_until',
    'date_scheduled', 'date_onair', 'date_requested', 'date_unassigned', 'date_accepted', 'date_onway', 'date_waiting', 'date_started', 'date_arrived',
    'date_finalized', 'date_canceled', 'idempotency', 'undo', 'driverless', 'id_company_ceco', 'order_number',
    'outcome', 'cancel_from', 'missed', 'time_offer', 'time_accept', 'time_pickup', 'time_late', 'distance_empty', 'time_approach', 'date_first_requested',
    'date_handed_over', 'handover_point', 'handover_address',
  ],
  service_stops: [
    'id_service', 'position', 'point', 'address', 'name', 'contact_name', 'contact_phone', 'contact_email', 'notes', 'wait_s', 'date_reached', 'date_left',
  ],
  service_offers: ['id_service', 'id_vehicle', 'state', 'date_deadline', 'date_answered'],
  service_assignments: ['id_service', 'state', 'date_answered'],
  users: ['name', 'surname', 'phone', 'document', 'type_user', 'state', 'id_company', 'id_company_area', 'id_company_ceco', 'id_subscription', 'spending_limit', 'ride_limit', 'spending_warned', 'requires_validation', 'service_validation_id_roles', 'service_validation_select_user', 'wallet_balance', 'date_license', 'notify_to', 'reason', 'rating_average', 'rating_count', 'rating_sum'],
  vehicles: ['date_insurance'],
  app_driver: ['app_driver_wallet_enabled', 'app_driver_wallet_block_amount'],
  services_import: ['type', 'client', 'scheduled_date', 'origin', 'destination', 'id_product', 'id_payment', 'capacity_1', 'invited_name', 'invited_phone', 'notes', 'trip_reason', 'id_service', 'id_company', 'id_company_area', 'id_branch'],
  service_validations: ['id_service', 'id_client', 'id_company', 'id_company_area', 'id_product', 'id_payment', 'date_scheduled', 'date_deadline', 'state', 'date_answered', 'reason', 'id_user_asked'],
  companies: ['name', 'spending_limit', 'spending_warned', 'use_cecos'],
  company_rules: ['id_company', 'hours', 'area', 'area_ends', 'trip_reason'],
  company_areas: ['name', 'spending_limit', 'ride_limit', 'spending_warned'],
  company_cecos: ['name', 'id_company'],
  branches: ['name', 'state'],
  products: [
    'name', 'hide_price', 'capacity_1', 'for_shared_service', 'allow_service_inmediate', 'allow_service_scheduled', 'min_time_to_schedule',
    'min_time_to_onway', 'min_time_to_cancel',
  ],
  payments: ['id_service', 'id_service_return', 'state'],
  payment_methods: ['name', 'type', 'state'],
  subscriptions: ['name', 'fee_amount', 'fee_percentage', 'state'],
  locations: ['name', 'address', 'point', 'id_company', 'id_client'],
  promotion_uses: ['id_fare'],
  service_ratings: ['id_service', 'id_client', 'id_driver', 'stars', 'comment', 'by_link'],
  promotions: ['code'],
}

/** What several parts need together. */
export function allNeeds(...parts: readonly Needs[]): Needs {
  const all = new Map<string, Set<string>>()
  for (const [entity, fields] of parts.flatMap((part) => Object.entries(part))) {
    all.set(entity, new Set([...all.get(entity) ?? [], ...fields]))
  }
  return Object.fromEntries([...all].map(([entity, fields]) => [entity, [...fields]]))
}
