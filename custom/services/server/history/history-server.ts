import { createdBys } from './created-bys'
import { pauseHooks, tollHooks } from './extras-hooks'
import { mailReceipt } from './mail-receipt'
import { createPast, updatePast } from './past-service'
import { updatePriceDriver, updatePriceFee, updateSubscription } from './price-edit'
import { serviceHistory } from './read-history'
import { finalizeReview } from './review'
import { REVIEW_OVER_PCT } from './review-reason'
import { serviceValidations } from './validations'
import { serviceStops, stopsCreate, stopsForm } from './stops'

/** The half of the services that answers for those that are over. */
export const historyServer = {
  needs: {
    services: [
      'id_company_ceco',
      'is_fee_edited',
      'is_past',
      'review',
      'review_why',
      'date_reviewed',
      'id_user_reviewed',
      'id_service_cloned',
    ],
    service_tolls: ['id_service', 'id_toll', 'name', 'price'],
    service_pauses: ['id_service', 'time', 'price'],
    service_stops: ['price_base', 'price_wait', 'price_parking', 'price_courier', 'price_demand', 'price_promo'],
    tolls: ['name', 'price'],
    users: ['email', 'language'],
    company_cecos: ['name'],
  },
  calls: [
    serviceHistory,
    serviceStops,
    serviceValidations,
    stopsForm,
    stopsCreate,
    updatePriceFee,
    updatePriceDriver,
    updateSubscription,
    finalizeReview,
    createdBys,
    mailReceipt,
    createPast,
    updatePast,
  ],
  hooks: [tollHooks, pauseHooks],
  // Per cent by which a ride may differ in the end from what was agreed before somebody looks at it; 0: none is looked
  // at. 1: staff put in rides that went on without the program.
  settings: { review_over_pct: REVIEW_OVER_PCT, can_create_past_services: 0 },
} as const
