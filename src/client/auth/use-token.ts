import { useSyncExternalStore } from 'react'
import type { Session } from '../session/session'

/** The token in use, in step with every tab. */
export const useToken = (session: Session): string | null => useSyncExternalStore(session.subscribe, session.token)
