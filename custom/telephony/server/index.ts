import type { ServerFeature } from '#engine/server'
import { phoneCaller } from './calls/caller'
import { livePhoneCalls } from './calls/live-calls'
import { hangUpPhoneCall, takePhoneCall } from './calls/take-call'
import { tidyCalls } from './calls/tidy-calls'
import { tryRing } from './calls/try-ring'
import { callHook } from './systems/call-hook'

/** Telephone systems that say who calls, and what an operator sees and does of it: docs/telephony.md. */
export const telephony: ServerFeature = {
  name: 'telephony',
  needs: {
    phone_systems: ['type', 'name', 'key', 'token', 'id_branch', 'date_heard', 'state'],
    phone_calls: [
      'id_phone_system',
      'call_key',
      'phone',
      'caller_name',
      'extension',
      'called',
      'id_client',
      'state',
      'id_user',
      'date_answered',
      'date_ended',
      'id_service',
      'id_branch',
    ],
    users: ['extension', 'phone', 'type_user', 'id_company', 'notes'],
    services: ['id_client', 'id_user_created', 'id_driver', 'id_vehicle', 'state', 'org_point', 'handover_point'],
  },
  calls: [livePhoneCalls, takePhoneCall, hangUpPhoneCall, phoneCaller, tryRing],
  inbound: [callHook],
  jobs: [tidyCalls],
  indexes: [
    {
      name: 'phone_calls_open',
      table: 'phone_calls',
      over: "(id) where state in ('ringing', 'answered') and date_deleted is null",
    },
    {
      name: 'phone_calls_unbooked',
      table: 'phone_calls',
      over: '(date_answered) where id_service is null and id_user is not null',
    },
    { name: 'phone_calls_service', table: 'phone_calls', over: '(id_service) where id_service is not null' },
  ],
}
