import type { ServerFeature } from '#engine/server'
import { WORK_BITS } from '../model/proof-of-work'
import { createService } from './book'
import { authCalls } from './client-auth'
import { clientFare, widgetFare } from './fare'
import { widgetGeocode, widgetPage, widgetPlace, widgetPlaces } from './page'
import { culqiPage } from './pay/culqi-page'
import { paymentHook, paymentReturn } from './pay/payment-hooks'
import { refundPayment } from './pay/refund-call'
import { testGatewayPage } from './pay/test-gateway-page'
import { guestCalls } from './guests/guest-booking'
import { guestRideMail, voucherMail } from './guests/guest-mails'
import { voucherHooks } from './guests/voucher'
import { hostScript } from './host-script'
import { paymentsJob } from './pay/payments-job'
import { checkPaid, createLinkPrepaid } from './pay/prepaid'
import { prepareCharges, TEST_CHARGES } from './pay/test-gateway'
import { addPromotion } from './promotion'
import { challenge } from './proof'
import { register } from './register'
import { prepareUses, WIDGET_USES } from './uses-table'
import { framedBy } from './framed-by'
import { widgetHooks } from './widget-hooks'

export { limitOf } from './proof'
export { countUses } from './uses-table'
export { asVisitor, mayBook, requireClient } from './visitor'

/** The booking widget: a page that other sites show in a frame, on which visitors book as clients. */
export const widgets: ServerFeature = {
  name: 'widgets',
  needs: {
    widgets: [
      'name',
      'address_restriction',
      'id_payment_methods',
      'widget_products',
      'locations',
      'sites',
      'gtm_code',
      'appearance',
      'state',
      'refused_for',
      'date_refused',
    ],
    widget_products: ['id_widget', 'id_product'],
    widget_locations: ['id_widget', 'id_location'],
    products: [
      'name',
      'surname',
      'pic',
      'id_business',
      'capacity_1',
      'accept_return',
      'hide_price',
      'allow_service_inmediate',
      'allow_service_scheduled',
      'min_time_to_schedule',
    ],
    payment_methods: ['name', 'type', 'description', 'pic'],
    locations: ['type', 'name', 'address', 'point', 'id_company', 'id_client'],
    payments: [
      'id_client',
      'id_payment_method',
      'id_payment_gateway',
      'id_service',
      'id_service_return',
      'amount',
      'amount_return',
      'amount_charged',
      'amount_refunded',
      'refund_asked',
      'currency',
      'currency_charged',
      'state',
      'reference',
      'provider_id',
      'paid_id',
      'link',
      'date_expires',
      'date_paid',
      'date_refunded',
      'date_retry',
      'refund_error',
      'refund_tries',
    ],
    payment_events: ['id_payment_gateway', 'id_payment', 'event', 'kind', 'amount', 'detail'],
    payment_gateways: ['type', 'base_url', 'public_key', 'secret_key', 'webhook_key', 'username', 'sandbox'],
    promotions: ['code', 'name', 'id_branch'],
    vouchers: [
      'id_company',
      'name',
      'code',
      'id_client',
      'valid_from',
      'valid_to',
      'max_amount',
      'max_rides',
      'id_location',
      'state',
    ],
    services: ['id_voucher', 'invited_name', 'org_address', 'dst_address'],
    users: ['name', 'surname', 'email', 'phone', 'password', 'type_user', 'id_role', 'language'],
  },
  calls: [
    widgetPage,
    widgetPlaces,
    widgetPlace,
    widgetGeocode,
    widgetFare,
    clientFare,
    addPromotion,
    createService,
    createLinkPrepaid,
    checkPaid,
    refundPayment,
    challenge,
    register,
    ...authCalls,
    ...guestCalls,
  ],
  inbound: [hostScript, paymentHook, paymentReturn, culqiPage, testGatewayPage],
  jobs: [paymentsJob],
  tables: { widget_uses: WIDGET_USES, test_charges: TEST_CHARGES },
  async prepare(tx) {
    await prepareUses(tx)
    await prepareCharges(tx)
  },
  mails: [voucherMail, guestRideMail],
  hooks: [widgetHooks, voucherHooks],
  dialogs: ['widget-generator'],
  // Bits of the work that a visitor's browser does before it learns whether an address has an account.
  settings: { widget_work_bits: WORK_BITS },
  publicPages: [{ path: '/widget/:id', script: 'custom/widgets/client/page/widget-page.ts', framed: framedBy }],
}
