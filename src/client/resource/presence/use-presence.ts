import { replaceEqualDeep } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Json } from '../../../model/json'
import { PRESENCE_EVERY_S, type PresenceAnswer, type PresenceMode } from '../../../model/presence'
import { useProvider } from '../../console/provider'
import { randomKey } from '../../session/random-key'
import { useLive } from '../../console/use-live'
import { statusOf } from '../../provider/failure'
import { useScope } from '../scope'
import { formOpened, hasForm, onForms } from './open-forms'

interface Presence {
  /** Null until the first answer. */
  readonly answer: PresenceAnswer | null
  /** It is no longer there, or no longer this user's to see. */
  readonly isGone: boolean
}

/**
 * Says that this page has a record open, and hears who else has and whether it was changed; quiet while the page is
 * hidden or a form of the record lies over it.
 * @param version what the page shows
 */
export function usePresence(id: number | string, mode: PresenceMode, version: Json): Presence {
  const provider = useProvider()
  const { resource } = useScope()
  const [key] = useState(randomKey)
  const record = `${resource.entity}/${id}`
  const isCovered = useSyncExternalStore(onForms, () => mode === 'see' && hasForm(record))
  useEffect(() => (mode === 'edit' ? formOpened(record) : undefined), [mode, record])
  const { answer, failure } = useLive<PresenceAnswer>(
    ['presence', record, key, isCovered],
    async (signal, known) =>
      replaceEqualDeep(known, await provider.present(resource.name, id, { key, mode, version }, signal)),
    { every_ms: PRESENCE_EVERY_S[mode] * 1000, enabled: !isCovered },
  )
  useEffect(() => {
    if (isCovered) return undefined
    // Where it does not arrive, others wait until this page is missed.
    const leave = (): void => void provider.leave(resource.name, id, key).catch(() => undefined)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [provider, resource.name, id, key, isCovered])
  return { answer, isGone: answer?.gone === true || statusOf(failure) === 404 }
}
