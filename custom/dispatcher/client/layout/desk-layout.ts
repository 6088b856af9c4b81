import { isSoundOn, setSound, storage, watchSound, type ConsoleDataProvider } from '#engine/client'
import { isObject, type Json } from '#engine/model'
import { type DeskLayout, deskLayoutCall, keepLayoutCall } from '../../model/desk-layout-calls'

/** An edge is drawn for a while before it stands. */
const REST_MS = 600

interface DeskLayoutStore {
  readonly get: () => DeskLayout
  readonly subscribe: (listener: () => void) => () => void
  /** Changes it here at once, and for every other browser soon. */
  readonly change: (part: DeskLayout) => void
  /** Somebody else has logged in: nothing more is sent, and nothing that arrives is shown. */
  readonly end: () => void
}

// Whose layout has last set the sound of this browser: only their change elsewhere in the console is a change of it.
const SOUND_OF = 'desk_sound'

/**
 * How somebody has set up their desk, kept by the server and mirrored by this browser, so that a board opens as it was
 * left before the server has answered. Only what is changed here is sent: what another window changed stays. What could
 * not be sent is sent the next time.
 */
function createDeskLayout(provider: Pick<ConsoleDataProvider, 'call'>, id_user: number): DeskLayoutStore {
  const kept = `desk_layout.${id_user}`
  const unsent = `desk_unsent.${id_user}`
  let layout: DeskLayout = objectAt(kept)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let unwatch = (): void => undefined
  const listeners = new Set<() => void>()
  const show = (next: DeskLayout): void => {
    layout = next
    storage.write(kept, next)
    if (next.sound !== undefined) {
      storage.write(SOUND_OF, id_user)
      if (next.sound !== isSoundOn()) setSound(next.sound)
    }
    for (const listener of listeners) listener()
  }
  const send = (): void => {
    const change = objectAt(unsent)
    if (Object.keys(change).length === 0) return
    void provider.call(keepLayoutCall, { change }, { quiet: true }).then(
      () => {
        // What was changed meanwhile goes with the next one.
        const rest = Object.fromEntries(
          Object.entries(objectAt(unsent)).filter(
            ([key, value]) => JSON.stringify(value) !== JSON.stringify(change[key as keyof DeskLayout]),
          ),
        )
        storage.write(unsent, Object.keys(rest).length === 0 ? undefined : rest)
        if (Object.keys(rest).length > 0 && !isOver) wait()
      },
      () => undefined,
    )
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
  // While nobody looks at a board the sound is turned on and off elsewhere, by whoever is logged in then.
  const watch = (): void => {
    unwatch = watchSound((sound) => {
      if (layout.sound !== sound) change({ sound })
    })
    if (layout.sound === undefined || layout.sound === isSoundOn()) return
    if (storage.read(SOUND_OF) === id_user) change({ sound: isSoundOn() })
    else show(layout)
  }
  provider.call(deskLayoutCall, {}, { quiet: true }).then(
    (answer) => {
      if (isOver) return
      show({ ...layout, ...answer.layout, ...objectAt(unsent) })
      send()
    },
    () => undefined,
  )
  return {
    get: () => layout,
    subscribe: (listener) => {
      if (listeners.size === 0) watch()
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) unwatch()
      }
    },
    change,
    end: () => {
      isOver = true
      clearTimeout(timer)
      unwatch()
    },
  }
}

let one: { readonly id_user: number; readonly store: DeskLayoutStore } | undefined

/** The one of this page; that of whoever was logged in before ends. */
export function deskLayoutOf(provider: Pick<ConsoleDataProvider, 'call'>, id_user: number): DeskLayoutStore {
  if (one?.id_user !== id_user) {
    one?.store.end()
    one = { id_user, store: createDeskLayout(provider, id_user) }
  }
  return one.store
}

function objectAt(key: string): DeskLayout {
  const value = storage.read(key) as Json | undefined
  return isObject(value) ? value : {}
}
