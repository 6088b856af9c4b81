import { useSyncExternalStore } from 'react'
import type { BrowserSession } from '../session/session'

/** The token in use, in step with every tab. */
export const useToken = (session: BrowserSession): string | null =>
  useSyncExternalStore(session.subscribe, session.token)
