import { useNotify } from 'react-admin'
import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'

/** A page that the user has no right to: back home (spec §2), and told why. */
export function AccessDenied() {
  const notify = useNotify()
  useEffect(() => {
    notify('ra.message.access_denied', { type: 'warning' })
  }, [notify])
  return <Navigate to="/" replace />
}
