import worker from './push-worker.js?url&no-inline'

/** Whether this browser can be pushed to at all. */
export const canBePushed = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** This browser's subscription; null: it has none. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  for (const registration of registrations) {
    const found = await registration.pushManager.getSubscription()
    if (found) return found
  }
  return null
}

/**
 * Subscribes this browser, with the question that the browser asks. Null: the person said no.
 * @param key of the server, base64url
 */
export async function subscribed(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await navigator.serviceWorker.register(worker)
  await active(registration)
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function active({ active: now, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting
  if (now || !coming) return Promise.resolve()
  return new Promise((resolve) =>
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve()
    }),
  )
}
