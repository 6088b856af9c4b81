import { useLocation, useNavigate } from 'react-router-dom'
import { useConsole } from '#engine/client'
import { deskTypeAhead } from '../typed-ahead'
import { enquiriesOf } from './enquiries'

/**
 * Brings another call into the form, after all that was typed for the one before; what is typed from then on is its
 * own.
 */
export function useOpenEnquiry(): (open: () => void) => void {
  const { actor } = useConsole()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const openKey = (): string => enquiriesOf(actor.id).get().open.key
  return (open) => {
    const ahead = deskTypeAhead()
    ahead.after(() => {
      const before = openKey()
      open()
      // Elsewhere a page may have to be asked before it is left; where none was left to open, no form comes.
      if (pathname === '/dispatcher' && openKey() !== before) ahead.start()
      void navigate({ pathname: '/dispatcher', search: window.location.search })
    })
  }
}
