import { RouterProviderContext, useRouterProvider, type RouterProvider } from 'react-admin'
import { useCallback, useMemo, useState, type ReactNode } from 'react'

/** A record's page beside the list that it was chosen from. */
export interface Pane {
  readonly openTab: (tab: string) => void
  /** The record was removed. */
  readonly onGone: () => void
  /** It stands in a dialog over the list: there is no other place where the record is read. */
  readonly over?: true
}

/** Lists inside the pane have a query of their own: the address has that of the list beside it. */
export function PaneRouter({ children }: { children: ReactNode }) {
  const plain = useRouterProvider()
  const [search, setSearch] = useState('')
  const router = useMemo(() => innerRouter(plain, search, setSearch), [plain, search])
  return <RouterProviderContext.Provider value={router}>{children}</RouterProviderContext.Provider>
}

function innerRouter(plain: RouterProvider, search: string, setSearch: (search: string) => void): RouterProvider {
  return {
    ...plain,
    useLocation() {
      const location = plain.useLocation()
      return useMemo(() => ({ ...location, search }), [location])
    },
    useNavigate() {
      const navigate = plain.useNavigate()
      return useCallback<ReturnType<RouterProvider['useNavigate']>>(
        (to, options) => {
          if (typeof to === 'object' && to.search !== undefined && to.pathname === undefined) setSearch(to.search)
          else navigate(to, options)
        },
        [navigate],
      )
    },
  }
}
