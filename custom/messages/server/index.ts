import type { ServerFeature } from '#engine/server'
import { announcementHooks, recipientHooks } from './announcements/announce'
import { followNotices } from './announcements/follow-notices'
import { sendCalls } from './announcements/send'
import { why } from './announcements/why'
import { choiceCalls } from './choices'
import { documentCalls, documentMails } from './documents/send-document'
import { byGateway, gatewayWaits } from './gateways/gateway'
import { deviceCalls, forgetDevices } from './push/devices'
import { push } from './push/push'
import { pushCheck } from './push/push-check'

export { textGateway } from './gateways/gateway'

/**
 * Messages to people: notifications that somebody writes, pushes to browsers and applications, and gateways for texts
 * to phones.
 */
export const messages: ServerFeature = {
  name: 'messages',
  needs: {
    announcements: [
      'to_kind',
      'users',
      'to_type',
      'id_role',
      'id_branch',
      'id_user',
      'num_users',
      'grouped',
      'subject',
      'body',
      'body_summary',
      'action_type',
      'action_name',
      'action_data',
      'by_bell',
      'by_push',
      'by_email',
      'state',
    ],
    announcement_people: ['id_announcement', 'id_user', 'state', 'bell_result', 'push_result', 'mail_result'],
    push_devices: ['id_user', 'kind', 'hash', 'token', 'p256dh', 'auth', 'name', 'state', 'date_seen'],
    messages: ['type', 'name', 'body', 'state', 'rank'],
    users: ['type_user', 'id_role', 'id_branch', 'phone'],
    settings_general: ['key_firebase', 'sms_url', 'sms_token', 'whatsapp_gateway_url', 'whatsapp_gateway_token'],
  },
  hooks: [announcementHooks, recipientHooks, forgetDevices],
  calls: [...sendCalls, why, ...deviceCalls, ...choiceCalls, ...documentCalls],
  mails: documentMails,
  checks: [pushCheck],
  effects: { push, sms: byGateway('sms'), whatsapp: byGateway('whatsapp') },
  effectsWait: { sms: gatewayWaits('sms'), whatsapp: gatewayWaits('whatsapp') },
  // Where Firebase is; a server at hand may play it.
  settings: { fcm_url: 'https://fcm.googleapis.com' },
  indexes: [{ name: 'announcement_people_waiting', table: 'announcement_people', over: '(id_announcement, state)' }],
  prepare: followNotices,
}
