import { useNotify } from 'react-admin'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useShell } from '../console/shell-context'
import { forgetPath, rememberedPath, rememberPath } from '../session/return-path'

/**
 * A page that the user has no right to (spec §2): leads to the remembered page, else home, and says why; without a role
 * to the login, which returns here once a user with the right has logged in.
 */
export function AccessDenied() {
  const notify = useNotify()
  const { pathname, search } = useLocation()
  const roleless = useShell().verified.user.role.length === 0
  const [remembered] = useState(rememberedPath)
  useEffect(() => {
    if (roleless) {
      rememberPath(pathname + search)
      return
    }
    forgetPath()
    notify('ra.message.access_denied', { type: 'warning' })
  }, [notify, roleless, pathname, search])
  const elsewhere = remembered === pathname + search ? null : remembered
  return <Navigate to={roleless ? '/login' : (elsewhere ?? '/')} replace />
}
