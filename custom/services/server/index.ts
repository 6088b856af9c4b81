import type { ServerFeature } from '#engine/server'
import { removeStop } from './change/remove-stop'
import { create } from './create/create'
import { similar, SIMILAR_SETTINGS } from './create/similar'
import { MAX_DAYS_AHEAD } from './create/when'
import { cancelCostOf, cancelService } from './end/cancel-service'
import { MAX_DRIVER_TOLLS } from './end/driver-tolls'
import { dispatchServer } from './dispatch-server'
import { ownRides } from './form/own-rides'
import { companyLimits } from './form/company-limits'
import { clients, companies, dataClient } from './form/data-client'
import { form } from './form/form'
import { states } from './form/states'
import { openServices } from './life/open-services'
import { historyServer } from './history/history-server'
import { receiptMail } from './history/mail-receipt'
import { importHooks } from './import/import-hooks'
import { mapServices } from './map/map-services'
import { saidOffers } from './offers/said-offers'
import { presentServices } from './read/present-services'
import { serviceInfo } from './read/service-info'
import { serveUndo } from './undo/undo-deed'
import { unansweredJob } from './validate/unanswered-job'
import { validationHooks } from './validate/validation-hooks'
import { allNeeds, SERVICE_NEEDS } from './service-needs'

export { atInput } from './create/at-input'
export { makeServices, makeTogether, type RequestMade } from './create/make-services'
export { assertCompanyRules, companyRules } from './create/company-rules'
export { limitsOfClient } from './create/limits-left'
export { productRules, type ProductRules } from './create/product-rules'
export { bookedDates as datesOf, MAX_DAYS_AHEAD, withMostDays } from './create/when'
export { ratedUntil, rateRide } from './after/rate-ride'
export { cancelColumns, cancelCost } from './end/cancel-price'
export { cancel } from './end/cancel-service'
export { finishFare, type Finish } from './end/finish-fare'
export { handOver } from './handover/hand-over'
export { handoverReasonText as reasonText, standsAt } from './handover/hand-over-call'
export { openRides } from './life/open-services'
export { idsOfKind, openMattersOf } from './life/open-matters-of'
export { DISPATCH_JOB, moveService, type MovedService } from './life/move-service'
export { BY_SYSTEM, type MoveAsked, type MoveBy } from './life/move-asked'
export { moverOf } from './life/mover-of'
export { atStop, leaveStops, stampStops } from './life/stop-times'
export { putForward, withdrawAssignment } from './assignments/put-forward'
export { answerOffer, type OfferAnswer } from './offers/answer-offer'
export { assignDriver, SAME_TIME } from './offers/assign-driver'
export { driverOfVehicle } from './offers/driver-of-vehicle'
export { requestDriver, type DriverRequest } from './offers/request-driver'
export { dispatchSettings } from './search/dispatch-settings'
export { ARE_ACTIVE, VEHICLE_FITS } from './rules/dispatch-rules'
export { sendReceipt } from './history/mail-receipt'
export { readService, readServices, type ReadOptions, type ServiceReader } from './read/read-services'
export { serviceScope } from './read/service-scope'
export { toldFare } from './read/told-fare'

/** Services: the ride from the call to its end. */
export const services: ServerFeature = {
  name: 'services',
  needs: allNeeds(SERVICE_NEEDS, dispatchServer.needs, historyServer.needs),
  mails: [receiptMail],
  calls: [
    mapServices,
    serviceInfo,
    form,
    clients,
    companies,
    companyLimits,
    dataClient,
    ownRides,
    states,
    similar,
    create,
    removeStop,
    cancelService,
    cancelCostOf,
    serveUndo,
    ...dispatchServer.calls,
    ...historyServer.calls,
  ],
  jobs: [...dispatchServer.jobs, unansweredJob],
  indexes: dispatchServer.indexes,
  changes: dispatchServer.changes,
  // Subscription of a driver who has none of their own; 0: no fee but the tariff's.
  settings: {
    ...dispatchServer.settings,
    ...historyServer.settings,
    ...SIMILAR_SETTINGS,
    id_subscription_default: 0,
    most_driver_tolls: MAX_DRIVER_TOLLS,
    most_days_ahead: MAX_DAYS_AHEAD,
    // The company as its papers name it (`letterhead` of schemas/application.json); without a name the brand.
    name: null,
    ruc: null,
    address: null,
    phone: null,
    email: null,
  },
  hooks: [presentServices, saidOffers, ...historyServer.hooks, validationHooks, importHooks, ...openServices],
  modules: [
    {
      key: 'map_services',
      title: 'Mapa de servicios',
      route: '/map_services',
      icon: 'place',
      group: 'dispatch',
      order: 135,
    },
  ],
  widgets: [
    'service-when',
    'service-place',
    'service-client',
    'service-driver',
    'service-route',
    'service-time',
    'offer-why',
    'way-length',
    'way-minutes',
  ],
  panels: ['service-history', 'service-stops', 'validated-ride', 'company-limits'],
  dialogs: ['service-shares'],
}
