import type { ServerFeature } from '#engine/server'

export const chats: ServerFeature = {
  name: 'chats',
  needs: {},
  modules: [{ key: 'chats', title: 'Chats', route: '/chats', icon: 'chat', group: 'dispatch', order: 152 }],
  widgets: ['chat-address'],
}
