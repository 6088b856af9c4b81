/**
 * What every route of the server promises to each account: `routes.test.ts` holds the server to it, and fails for a
 * route that stands nowhere here.
 *
 * - `public`: answers without a session, and tells nothing of anybody
 * - `self`: any session, about itself alone, or what everybody of its kind is offered
 * - `root`: root alone
 * - `driver`: a driver's own application; nobody else's session opens it
 * - `catalogue`: the generic calls, which `matrix.test.ts` tries by every catalogue
 * - `list`: a session, with the right of its contract; tells nothing that is out of reach
 * - `of <entity>`: works on a record of that entity; one that is out of reach is refused as if it were not there
 * - `reads <entity>`: the same, of a record that is only read and may be shared
 */
export const ROUTES: { readonly [promise: string]: string } = {
  'reads tarifs': `
    POST /api/admin/tarifs/clone
  `,
  catalogue: `
    GET /api/rest/openapi.json
    GET|POST /api/rest/:resource
    GET /api/rest/:resource/board
    GET /api/rest/:resource/calendar
    GET /api/rest/:resource/stats
    POST /api/rest/:resource/saveRows
    GET|PUT|DELETE /api/rest/:resource/:id
    GET /api/rest/:resource/:id/print/:name
    POST /api/rest/:resource/:id/:move
    GET|POST|PUT|PATCH|DELETE /api/admin/*
  `,
  driver: `
    GET /api/driver/me
    GET /api/driver/state
    GET /api/driver/rank
    POST /api/driver/shift/start
    POST /api/driver/shift/end
    POST /api/driver/shift/pause
    POST /api/driver/shift/resume
    POST /api/driver/offers/:id/seen
    POST /api/driver/offers/:id/accept
    POST /api/driver/offers/:id/reject
    POST /api/driver/services/:id/onway
    POST /api/driver/services/:id/waiting
    POST /api/driver/services/:id/start
    POST /api/driver/services/:id/arrive
    POST /api/driver/services/:id/stops/:id_stop/reached
    POST /api/driver/services/:id/finish
    POST /api/driver/services/:id/noShow
    POST /api/driver/services/:id/release
    POST /api/driver/services/:id/breakdown
    POST /api/driver/services/:id/deliver
    GET /api/driver/available
    POST /api/driver/assignments
    POST /api/driver/assignments/:id/withdraw
    POST /api/driver/panic
    GET|POST /api/driver/messages
    POST /api/driver/messages/read
    GET /api/driver/checkups/forms
    POST /api/driver/checkups
    GET /api/driver/wallet
    GET /api/driver/statements
    GET /api/driver/statements/:id
    GET /api/driver/statements/:id/pdf
    GET /api/driver/grouping
    POST /api/driver/grouping/stops/:id_stop/reached
  `,
  list: `
    POST /api/admin/liquidations/preview
    POST /api/admin/partner_statements/preview
    GET /api/admin/partner_statements/generation
    POST /api/admin/partner_statements/generationStop
    POST /api/admin/invoices/preview
    GET /api/admin/invoices/ageing
    GET /api/admin/invoices/ageingExport
    GET /api/admin/ledger/proof
    GET /api/admin/ledger/rules
    GET /api/admin/ledger/explain
    POST /api/admin/commissions/trial
    GET /api/admin/commissions/trialExport
    GET /api/admin/commissions/trialChoices
    GET /api/admin/liquidations/radar
    GET /api/admin/liquidations/generation
    POST /api/admin/liquidations/generationStop
    GET /api/admin/invoices/generation
    POST /api/admin/invoices/generationStop
    GET /api/admin/dispatcher/similar
    GET /api/admin/panics/live
    GET /api/admin/phone_calls/live
    GET|POST /api/admin/review_services/finalize
    POST /api/admin/driver_shifts/resort
    GET /api/admin/ranks
    GET /api/admin/ranks/shares
    GET|POST /api/admin/desk/notes
    GET|POST /api/admin/desk/layout
    POST /api/admin/desk/notes/read
    POST /api/admin/ranks/move
    POST /api/admin/ranks/remove
    GET /api/admin/own_reports/:id
    POST /api/admin/own_reports/remove
    POST /api/admin/own_reports/keep
    GET /api/admin/own_reports/:id/page
    POST /api/map/route
    GET /api/map/geocode
    GET /api/map/place
    POST /api/map/autocomplete
    POST /api/admin/groupings/buildAccept
    GET|POST /api/admin/groupings/build
    POST /api/admin/form_general/:id/save
    GET /api/admin/form_general/:id
    GET /api/admin/sessions/platforms
    GET /api/admin/live
    POST /api/admin/notifications/read
    POST /api/admin/live/:id/notificationsRemove
    GET /api/admin/forms/targets
    GET /api/admin/forms/autocomplete
    GET /api/admin/forms/:id/version
    GET /api/admin/forms/:id/offered
    POST /api/admin/forms/preview
    GET /api/admin/mails
    GET /api/admin/mails/form
    POST /api/admin/mails/save
    POST /api/admin/mails/restore
    POST /api/admin/mails/preview
    GET /api/admin/languages
    GET /api/admin/languages/info
    GET /api/admin/languages/group
    POST /api/admin/languages/saveGroupItems
    POST /api/admin/languages/translate
    POST /api/admin/languages/create
    GET|POST /api/admin/languages/remove
    GET /api/admin/languages/export
    GET /api/admin/languages/sheet
    POST /api/admin/languages/import
    GET /api/admin/own_reports
    GET /api/admin/find
    POST /api/admin/own_reports/preview
    POST /api/admin/own_reports/save
    GET /api/admin/driver_shifts
    GET /api/admin/driver_shifts/states
    GET /api/admin/users/autocomplete
    GET /api/admin/clients/roles
    GET /api/admin/map_services
    GET /api/admin/dispatcher/clients
    GET /api/admin/dispatcher/companies
    GET /api/admin/companies/limits
    GET /api/admin/dispatcher/ownRides
    GET /api/admin/dispatcher/states
    GET /api/admin/dispatcher/alerts
    GET /api/admin/dispatcher/jobs
    GET /api/admin/dispatcher/pickup
    POST /api/admin/dispatcher/waitAll
    GET /api/admin/services/createdBys
    GET /api/admin/checkups/states
    GET /api/admin/driver_messages/inbox
    POST /api/admin/notifications/send
    GET /api/admin/messages/types
    GET /api/admin/live/vehicles
    GET /api/admin/dispatcher/vehicles
    GET /api/admin/dispatcher/statesBusyDriver
    GET /api/admin/dispatcher/vehiclesTempStates
    POST /api/admin/fares/quote
    POST /api/admin/dispatcher/products
    POST /api/admin/dispatcher/dates
    GET /api/admin/tarifs/types
    GET /api/admin/zones/autocomplete
    POST /api/admin/prices/save
    POST /api/admin/fares/sheet
    GET /api/admin/chats
    GET /api/admin/type_faqs/targets
    GET /api/admin/faqs/type
    GET /api/admin/groupings/states
    GET /api/admin/groupings/types
    GET /api/admin/summary
    GET /api/admin/forecast
    GET /api/admin/past/board
    GET /api/admin/past/rule
    POST /api/admin/past/shadow
    GET /api/admin/report_maps/types
    GET /api/admin/report_maps/states
    GET /api/admin/report_maps/type_users
    GET /api/admin/report_maps/platforms
    GET /api/admin/report_maps/map_keys
    GET /api/admin/bot_steps/types
    POST /api/admin/bot_steps/saveAll
    GET /api/admin/type_users
    GET /api/admin/logs
    GET /api/admin/logs/export
    GET /api/admin/logs/type_users
    GET /api/admin/logs/type_logs
    GET /api/admin/logs/targets
    GET /api/admin/logs/platforms
  `,
  'of api_keys': `
    POST /api/admin/api_keys/revoke
  `,
  'of bot_steps': `
    POST /api/admin/bot_steps/:id/setChildStep
    POST /api/admin/bot_steps/:id/setNextStep
    POST /api/admin/bot_steps/:id/setDefaultStep
    POST /api/admin/bot_steps/:id/setPositiveStep
  `,
  'of chat_templates': `
    POST /api/admin/chat_templates/fetch
  `,
  'of bots': `
    GET /api/admin/bots/:id/flow
    GET /api/admin/bots/:id/errors
    POST /api/admin/bots/:id/setStepFirst
    GET /api/admin/bots/:id/versions
    POST /api/admin/bots/:id/publish
    POST /api/admin/bots/publish
    POST /api/admin/bots/:id/try
    GET /api/admin/bots/:id/replay
  `,
  'reads chats': `
    GET /api/admin/chats/:id
    POST /api/admin/chats/:id/claim
    POST /api/admin/chats/:id/release
    POST /api/admin/chats/:id/close
    POST /api/admin/chats/:id/read
    POST /api/admin/chats/:id/sendMessage
    POST /api/admin/chats/:id/note
    POST /api/admin/chats/:id/retryMessage
    POST /api/admin/chats/:id/fetchFile
    GET /api/admin/chats/:id/templates
    POST /api/admin/chats/:id/sendTemplate
    GET /api/admin/chats/:id/beside
    GET /api/admin/chats/:id/answers
    POST /api/admin/chats/:id/setClient
    POST /api/admin/chats/:id/newClient
  `,
  'of forms': `
    POST /api/admin/forms/publish
  `,
  'of shadow_runs': `
    GET /api/admin/shadow_runs/:id
    POST /api/admin/shadow_runs/:id/stop
  `,
  'of grouping_runs': `
    GET /api/admin/grouping_runs/:id
    POST /api/admin/grouping_runs/:id/stop
  `,
  'of groupings': `
    GET /api/admin/groupings/:id/info
    GET /api/admin/groupings/:id/services
    GET /api/admin/groupings/:id/listServices
    GET /api/admin/groupings/:id/vehicles
    POST /api/admin/groupings/:id/assignVehicle
    GET|POST /api/admin/groupings/:id/removeVehicle
    GET|POST /api/admin/groupings/:id/autoAssign
    POST /api/admin/groupings/:id/assignService
    POST /api/admin/groupings/:id/removeService
    POST /api/admin/groupings/:id/resort
    GET|POST /api/admin/groupings/:id/optimizeRoute
    GET /api/admin/groupings/:id/plans
    POST /api/admin/groupings/:id/restore
    POST /api/admin/groupings/:id/optimise
  `,
  'of companies': `
    POST /api/admin/invoices/oddServices
    POST /api/admin/invoices/generate
    POST /api/admin/invoices/generation
  `,
  'reads invoices': `
    GET /api/admin/invoices/ubl
  `,
  'reads credit_notes': `
    GET /api/admin/credit_notes/ubl
  `,
  'of invoices': `
    POST /api/admin/invoices/credit
    POST /api/admin/invoices/remind
    POST /api/admin/invoices/sendMail
  `,
  'of partner_statements': `
    POST /api/admin/partner_statements/sendMail
  `,
  'of liquidations': `
    POST /api/admin/liquidations/sendMail
  `,
  'of map_keys': `
    POST /api/admin/map_keys/useNow
    POST /api/admin/map_keys/tryKey
  `,
  'of notifications': `
    POST /api/admin/notifications/takeBack
    POST /api/admin/notifications/why
  `,
  'of payments': `
    POST /api/admin/payments/refund
  `,
  // A call of no branch rings in every branch, and whoever is there first takes it.
  'reads phone_calls': `
    POST /api/admin/phone_calls/take
  `,
  'of phone_calls': `
    POST /api/admin/phone_calls/hangUp
    GET /api/admin/phone_calls/caller
  `,
  'of phone_systems': `
    POST /api/admin/phone_systems/ring
  `,
  'of panics': `
    POST /api/admin/panics/reopen
    POST /api/admin/panics/attend
  `,
  'of service_assignments': `
    POST /api/admin/service_assignments/:id/accept
    POST /api/admin/service_assignments/:id/reject
  `,
  'of service_stops': `
    POST /api/admin/dispatcher/removeStop
  `,
  'of service_warnings': `
    POST /api/admin/dispatcher/handleWarning
  `,
  'of services': `
    GET /api/admin/services/info
    GET /api/admin/dispatcher/form
    POST /api/admin/dispatcher/create
    GET|POST /api/admin/dispatcher/cancelService
    GET /api/admin/dispatcher/cancelCost
    GET /api/admin/dispatcher/:id/getNearbyVehicles2
    GET|POST /api/admin/dispatcher/requestVehicle
    GET /api/admin/dispatcher/verifyVehicleAccepted
    GET|POST /api/admin/dispatcher/assignVehicle
    POST /api/admin/dispatcher/assignPreview
    POST /api/admin/dispatcher/handOver
    POST /api/admin/dispatcher/undo
    GET|POST /api/admin/dispatcher/removeVehicle
    POST /api/admin/dispatcher/waitDriver
    GET /api/admin/dispatcher/offers
    GET /api/admin/service_assignments
    GET /api/admin/services/:id/history
    GET /api/admin/services/:id/stops
    GET /api/admin/services/:id/validations
    GET /api/admin/services/:id/stopsForm
    POST /api/admin/services/:id/stopsCreate
    POST /api/admin/services/:id/updatePriceFee
    POST /api/admin/services/:id/updatePriceDriver
    POST /api/admin/services/:id/updateSubscription
    POST /api/admin/services/mailReceipt
    POST /api/admin/services/updatePast
    POST /api/admin/liquidations/exclude
    POST /api/admin/invoices/exclude
    GET|POST /api/admin/dispatcher/urlShare
    POST /api/admin/dispatcher/revokeShare
    GET /api/admin/trackings
    GET|POST /api/admin/trackings/export
  `,
  'of sessions': `
    GET|POST /api/admin/sessions/remove
  `,
  'of tarifs': `
    GET /api/admin/tarifs/:id_tarif/prices
  `,
  'of users': `
    POST /api/admin/users/resetSecondFactor
    GET /api/admin/users/:id
    GET /api/admin/dispatcher/dataClient
    POST /api/admin/services/createPast
    GET /api/admin/driver_messages/thread
    POST /api/admin/driver_messages/send
    POST /api/admin/driver_messages/read
    POST /api/admin/wallets/recharge
    POST /api/admin/wallets/discount
    POST /api/admin/refers/invite
    POST /api/admin/liquidations/oddServices
    POST /api/admin/liquidations/generate
    POST /api/admin/liquidations/generation
    POST /api/admin/partner_statements/generation
  `,
  'of vouchers': `
    POST /api/admin/vouchers/invite
  `,
  'of articles': `
    POST /api/admin/delivery/articles/sold_out
    POST /api/admin/delivery/articles/available
  `,
  'of vehicles': `
    GET /api/admin/live/infoVehicle
  `,
  public: `
    GET /healthz
    GET /readyz
    POST /api/admin/login/login
    GET /api/admin/login/look
    POST /api/admin/login/passkeyOptions
    POST /api/admin/login/logout
    GET|POST /api/admin/login/recover
    GET|POST /api/admin/recover
    POST /api/admin/recover/save
    GET /api/admin/words/:language
    GET /api/admin/geo/base
    POST /api/driver/login
    POST /api/driver/logout
    GET|POST /api/driver/positions
    GET /api/admin/tracking
    GET /api/admin/tracking/location/:tk
    POST /api/admin/tracking/rate
    GET /api/client/page
    GET /api/admin/web_chat
    POST /api/admin/web_chat/send
    POST /api/admin/web_chat/look
    GET /api/admin/web_chat/offered
    GET /api/client/app
    GET /api/client/widgets/:id_widget
    POST /api/client/widgets/:id_widget/places
    GET /api/client/widgets/:id_widget/place
    GET /api/client/widgets/:id_widget/geocode
    POST /api/admin/widgets/:id/fare
    GET /api/client/auth/challenge
    POST /api/client/auth/checkEmail
    POST /api/client/auth/login
    GET /api/client/auth/form
    POST /api/client/auth/register
    GET /api/client/delivery/stores
    GET /api/client/delivery/stores/:slug/menu
    POST /api/client/delivery/quote
    GET /api/client/vouchers
    POST /api/client/vouchers/book
    POST /api/client/auth/recover
    GET /api/admin/legal/:prefix
    GET /api/admin/public_texts
    GET /api/admin/faq
    GET /api/admin/faq/:id_type_faq
    GET /api/admin/faq/:id_type_faq/:id
    GET|POST /api/hooks/chats/:key
    GET|POST /api/hooks/calls/:key
    GET|POST /api/hooks/payments/:id
    GET|POST /api/hooks/widget.js
    GET|POST /api/hooks/payment_return
    GET|POST /api/hooks/culqi/:reference
    GET|POST /api/hooks/test_gateway/:id
    GET /api/files/:id/:name
    GET /api/pictures/:setting
  `,
  root: `
    POST /api/admin/users/loginAs
    POST /api/admin/settings/mailForm
    POST /api/admin/settings/mailSave
    POST /api/admin/settings/mailTry
    POST /api/admin/mail_outbox/send
    POST /api/admin/deliveries/retry
    POST /api/admin/log_seals/check
    GET /api/admin/alerts/keys
    POST /api/admin/alerts/preview
    POST /api/admin/alerts/try
    GET /api/admin/tests
    GET /api/admin/tests/run
    GET /api/admin/alerts/types
    GET /api/admin/alerts/channels
  `,
  self: `
    POST /api/client/auth/logout
    POST /api/client/widgets/:id_widget/fare
    POST /api/client/widgets/:id_widget/createService
    POST /api/client/me/addPromotion
    GET /api/client/widgets/createLinkPrepaid
    GET /api/client/widgets/checkPaid
    GET /api/client/me
    GET /api/client/promotions
    GET /api/client/wallet
    GET /api/client/rides
    GET /api/client/rides/:id
    GET /api/client/rides/:id/position
    GET /api/client/rides/:id/cancelCost
    POST /api/client/rides/:id/cancel
    POST /api/client/rides/:id/rate
    POST /api/client/rides/:id/tip
    POST /api/client/rides/:id/receipt
    POST /api/client/rides/:id/share
    POST /api/client/rides/:id/claims
    GET /api/client/delivery/orders
    POST /api/client/delivery/orders
    GET /api/client/delivery/orders/:id
    POST /api/client/delivery/orders/:id/cancel
    GET /api/admin/notifications/messages
    POST /api/admin/files/upload
    GET /api/admin/verify
    POST /api/admin/modules/ownMenu
    GET /api/admin/roles/permissions
    GET /api/admin/roles/rightsOf
    POST /api/admin/me/update
    POST /api/admin/me/setLanguage
    POST /api/admin/me/setBranch
    POST /api/admin/me/setNotices
    GET /api/admin/me
    POST /api/admin/me/updateProfile
    POST /api/admin/me/confirm
    GET /api/admin/me/secondFactor
    GET /api/admin/me/signIns
    POST /api/admin/me/beginSecondFactor
    POST /api/admin/me/turnOnSecondFactor
    POST /api/admin/me/turnOffSecondFactor
    POST /api/admin/me/renewRecoveryCodes
    POST /api/admin/me/passkeyOptions
    POST /api/admin/me/beginPasskey
    POST /api/admin/me/addPasskey
    POST /api/admin/me/renamePasskey
    POST /api/admin/me/removePasskey
    POST /api/admin/me/lock
    POST /api/admin/me/active
    GET /api/admin/me/sessions
    GET /api/admin/me/keys
    POST /api/admin/me/createKey
    GET /api/admin/model/:hash
    GET /api/admin/push/key
    POST /api/admin/push/subscribe
    POST /api/admin/push/register
    POST /api/admin/push/unsubscribe
  `,
}
