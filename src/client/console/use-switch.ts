import { useNotify } from 'react-admin'
import { useCallback, useReducer } from 'react'
import type { ShellCalls } from '../provider/shell-calls'
import { codeOf } from '../provider/failure'
import { useFailure } from '../../ui/failure'
import { useSay } from '../../ui/show/style'
import { shownName, type StoredAccount, type BrowserSession } from '../session/session'

/** The other accounts of this browser, and how to switch to one: its session is verified first. */
export function useSwitch(
  session: BrowserSession,
  calls: ShellCalls,
): {
  readonly others: readonly StoredAccount[]
  readonly switchTo: (account: StoredAccount) => Promise<void>
} {
  const say = useSay()
  const notify = useNotify()
  const fail = useFailure()
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const switchTo = useCallback(
    async (account: StoredAccount) => {
      try {
        await calls.verify(undefined, account.token)
      } catch (error) {
        if (codeOf(error) !== 'UNAUTHENTICATED') return fail(error)
        session.end(account.token, 'expired')
        drawAgain()
        notify(say('accounts.dead', { name: shownName(account) }), { type: 'warning' })
        return undefined
      }
      session.switchTo(account)
      // Spec §4: the token is replaced and the console begins anew at its home.
      window.location.assign('/')
      return undefined
    },
    [session, calls, say, notify, fail],
  )
  const token = session.token()
  return { others: session.accounts().filter((account) => account.token !== token), switchTo }
}
