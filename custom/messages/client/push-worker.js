// Shows what is pushed to this browser, and leads to it: an open tab of the console first, else a new one.
self.addEventListener('push', (event) => {
  const { title = '', body = '', url = '/', tag = '' } = event.data ? event.data.json() : {}
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.url ?? '/', self.location.origin)
  event.waitUntil((async () => {
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const open = url.origin === self.location.origin ? tabs.find((tab) => new URL(tab.url).pathname === url.pathname) : undefined
    if (open) await open.focus()
    else await self.clients.openWindow(url.href)
  })())
})
