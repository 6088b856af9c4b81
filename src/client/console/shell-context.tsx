import { createContext, useContext } from 'react'
import type { BrowserSession } from '../session/session'
import type { ShellCalls } from '../provider/shell-calls'
import type { TrafficMeter } from '../provider/traffic'
import type { NavigationItem, SessionUser } from '../../model/shell-answers'

/** What the parts of the shell share once the session stands. */
interface Shell {
  readonly verified: SessionUser
  /** The menu as this user may see it. */
  readonly menu: readonly NavigationItem[]
  readonly calls: ShellCalls
  readonly session: BrowserSession
  readonly traffic: TrafficMeter
  /** Asks `verify` again: rights, menu, settings and the Model may have changed. */
  readonly renew: () => Promise<unknown>
  /** Changes the known data of the user before the server has confirmed it. */
  readonly patchData: (patch: { readonly [name: string]: unknown }) => void
}

const ShellContext = createContext<Shell | null>(null)
export const ShellProvider = ShellContext.Provider

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('This part of the shell needs a <ShellProvider> around it.')
  return shell
}
