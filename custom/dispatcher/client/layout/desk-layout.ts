import { isSoundOn, setSound, storage, watchSound, type ConsoleDataProvider } from '#engine/client'
import { isObject, type Json } from '#engine/model'
import { type DeskLayout, deskLayoutCall, keepLayoutCall } from '../../model/desk-layout-calls'

/** An edge is drawn for a while before it stands. */
const REST_MS = 600

export interface DeskLayoutStore {
  readonly get: () => DeskLayout
  readonly subscribe: (listener: () => void) => () => void
  /** Changes it here at once, and for every other browser soon. */
  readonly change: (part: DeskLayout) => void
}

/**
 * How somebody has set up their desk, kept by the server and mirrored by this browser, so that a board opens as it was left before the server has
 * answered. Only what is changed here is sent: what another window changed stays. What could not be sent is sent the next time.
 */
export function createDeskLayout(provider: Pick<ConsoleDataProvider, 'call'>, id_user: number): DeskLayoutStore {
  const kept = `desk_layout.${id_user}`
  const unsent = `desk_unsent.${id_user}`
  let layout: DeskLayout = objectAt(kept)
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const show = (next: DeskLayout): void => {
    layout = next
    storage.write(kept, next)
    if (next.sound !== undefined && next.sound !== isSoundOn()) setSound(next.sound)
    for (const listener of listeners) listener()
  }
  const send = (): void => {
    const change = objectAt(unsent)
    if (Object.keys(change).length === 0) return
    void provider.call(keepLayoutCall, { change }, { quiet: true }).then(() => {
      // What was changed meanwhile goes with the next one.
      const rest = Object.fromEntries(Object.entries(objectAt(unsent)).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(change[key as keyof DeskLayout])))
      storage.write(unsent, Object.keys(rest).length === 0 ? undefined : rest)
      if (Object.keys(rest).length > 0) wait()
    }, () => undefined)
  }
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(send, REST_MS)
  }
  const change = (part: DeskLayout): void => {
    storage.write(unsent, { ...objectAt(unsent), ...part })
    show({ ...layout, ...part })
    wait()
  }
  // The sound was turned on or off elsewhere in this browser since.
  if (layout.sound !== undefined && layout.sound !== isSoundOn()) change({ sound: isSoundOn() })
  watchSound((sound) => { if (layout.sound !== sound) change({ sound }) })
  provider.call(deskLayoutCall, {}, { quiet: true }).then(
    (answer) => {
      show({ ...layout, ...answer.layout, ...objectAt(unsent) })
      send()
    },
    () => undefined,
  )
  return {
    get: () => layout,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change,
  }
}

function objectAt(key: string): DeskLayout {
  const value = storage.read(key) as Json | undefined
  return isObject(value) ? value : {}
}
