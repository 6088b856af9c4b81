import { useShell } from '../console/shell-context'

/** Ends the other's session and returns to the user's own, which was kept. */
export function useBackToOwn(): () => Promise<void> {
  const { calls, session } = useShell()
  return async () => {
    const token = session.token()
    // A failed call must not keep the user from leaving; the session ends with their own.
    await calls.logout().catch(() => undefined)
    if (token) session.end(token, 'left')
    window.location.assign('/')
  }
}
