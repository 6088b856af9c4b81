import type { ServerFeature } from '#engine/server'
import { CHAT_FILES } from '../model/chat-wire'
import { chatHook } from './inbound'
import { besideCalls } from './inbox/beside'
import { fetchTemplates, templateHooks } from './inbox/fetch-templates'
import { ownCalls } from './inbox/own-chats'
import { personCalls } from './inbox/person'
import { readChatCalls } from './inbox/read-chats'
import { templateCalls } from './inbox/templates'
import { writeCalls } from './inbox/write'
import { openPort } from './talk/answer'
import { fetchJob } from './talk/fetch-job'
import { pruneStatuses, sendJob } from './talk/send-job'
import { webChatCalls } from './web/web-chat'

/**
 * Conversations with people outside, by a chat page of one's own, WhatsApp and Telegram: the bots' and the operators'
 * inbox.
 */
export const chats: ServerFeature = {
  name: 'chats',
  needs: {
    chat_channels: [
      'type',
      'name',
      'key',
      'id_branch',
      'id_bot',
      'greeting',
      'on_tracking',
      'phone_number_id',
      'business_account_id',
      'access_token',
      'app_secret',
      'verify_token',
      'bot_token',
      'hook_secret',
      'last_error',
      'date_error',
      'state',
    ],
    chats: [
      'id_channel',
      'contact',
      'phone',
      'name',
      'id_client',
      'id_user',
      'date_owned',
      'state',
      'bot',
      'seq',
      'last_text',
      'last_type',
      'date_last',
      'date_inbound',
      'date_heard',
      'date_closed',
    ],
    chat_messages: [
      'id_chat',
      'id_channel',
      'seq',
      'type',
      'message',
      'by_bot',
      'id_user',
      'state',
      'reason',
      'attempts',
      'date_next',
      'date_sent',
      'external_id',
      'local_id',
      'buttons',
      'file',
      'template',
      'attachment',
      'fetches',
      'date_fetch',
      'fetch_reason',
      'point',
    ],
    chat_reads: ['id_chat', 'id_user', 'seq'],
    chat_deliveries: ['id_channel', 'body', 'taken', 'lost', 'error'],
    chat_statuses: ['id_channel', 'external_id', 'state', 'reason'],
    chat_templates: ['id_channel', 'name', 'language', 'body', 'state'],
    canned_answers: ['name', 'text', 'state'],
    users: ['type_user', 'name', 'surname', 'phone', 'state'],
    services: ['id_client', 'state', 'org_address', 'dst_address'],
  },
  modules: [{ key: 'chats', title: 'Chats', route: '/chats', icon: 'chat', group: 'dispatch', order: 152 }],
  calls: [
    ...readChatCalls,
    ...ownCalls,
    ...writeCalls,
    ...besideCalls,
    ...personCalls,
    ...templateCalls,
    fetchTemplates,
    ...webChatCalls,
  ],
  hooks: [templateHooks],
  inbound: [chatHook],
  uploads: [{ ...CHAT_FILES, module: 'chats' }],
  jobs: [sendJob, fetchJob, pruneStatuses],
  open: openPort,
  publicPages: [{ path: '/chat/:key', script: 'custom/chats/client/page/chat-page.ts', framed: true }],
  widgets: ['chat-address'],
  // Where the providers are; a server at hand may play them.
  settings: { whatsapp_url: 'https://graph.facebook.com/v23.0', telegram_url: 'https://api.telegram.org' },
  // What waits to be sent is looked for by every server every few seconds.
  indexes: [
    {
      name: 'chat_messages_waiting',
      table: 'chat_messages',
      over: "(date_next, id) where state in ('queued', 'sending')",
    },
    { name: 'chat_messages_fetching', table: 'chat_messages', over: '(date_fetch, id) where date_fetch is not null' },
  ],
}
