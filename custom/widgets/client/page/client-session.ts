import type { LoggedClient } from '../../model/client-auth-calls'

const NAME = 'toolrides_widget.client'

/**
 * Who is logged in, as long as this tab is open; where storage is refused (a framed page, a private window), as long as
 * the page is.
 */
export function clientSession(): { read(): LoggedClient | null; keep(client: LoggedClient | null): void } {
  return {
    read: () =>
      stored((of) => {
        const kept = of.getItem(NAME)
        return kept === null ? null : (JSON.parse(kept) as LoggedClient)
      }),
    keep(client) {
      stored((of) => {
        if (client === null) of.removeItem(NAME)
        else of.setItem(NAME, JSON.stringify(client))
        return null
      })
    },
  }
}

function stored<T>(work: (of: Storage) => T | null): T | null {
  try {
    return work(window.sessionStorage)
  } catch {
    return null
  }
}
