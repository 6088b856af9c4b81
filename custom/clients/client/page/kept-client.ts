import type { LoggedClient } from '../../../widgets/model'

const NAME = 'toolrides_rides.client'

/** Who is logged in on this telephone, also tomorrow; where storage is refused, as long as the page is open. */
export function keptClient(): { read(): LoggedClient | null; keep(client: LoggedClient | null): void } {
  let now: LoggedClient | null = null
  return {
    read() {
      try {
        const kept = window.localStorage.getItem(NAME)
        now = kept === null ? null : (JSON.parse(kept) as LoggedClient)
      } catch {
        // What is known to the page stays.
      }
      return now
    },
    keep(client) {
      now = client
      try {
        if (client === null) window.localStorage.removeItem(NAME)
        else window.localStorage.setItem(NAME, JSON.stringify(client))
      } catch {
        // It is asked for again next time.
      }
    },
  }
}
