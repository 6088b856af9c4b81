import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'
import { lateCell } from '#engine/ui'

const screen = lazy(() => import('./inbox/InboxScreen'))

/** Chats: the inbox with its conversations, and the page by which people outside write to it. */
export const chats: ClientFeature = {
  name: 'chats',
  routes: ['/chats', '/chats/:id'].map((path) => ({ path, module: 'chats', title: 'modules.chats', screen })),
  publicPages: [{ begins: '/chat/', open: () => import('./page/chat-page') }],
  widgets: { 'chat-address': { Cell: lateCell(async () => (await import('./ChannelAddress')).ChannelAddress) } },
}
