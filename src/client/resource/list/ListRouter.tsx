import { RouterProviderContext, useRouterProvider, type RouterProvider } from 'react-admin'
import { useCallback, useMemo, type ReactNode } from 'react'
import { fromController, keepLayout, toController } from './url-params'

interface ListRouterProps {
  readonly filterNames: ReadonlySet<string>
  /** Present: the URL always counts as complete, so that values stored at another visit are never used. */
  readonly otherwise?: string
  readonly children: (plain: (children: ReactNode) => ReactNode) => ReactNode
}

/**
 * Around react-admin's list controller: it reads and writes its own query string while the address bar has the spec's.
 * Content inside the controller returns to the plain router through the function passed to the child.
 */
export function ListRouter({ filterNames, otherwise = '', children }: ListRouterProps) {
  const plain = useRouterProvider()
  const translated = useMemo(() => translatedRouter(plain, filterNames, otherwise), [plain, filterNames, otherwise])
  return (
    <RouterProviderContext.Provider value={translated}>
      {children((inner) => (
        <RouterProviderContext.Provider value={plain}>{inner}</RouterProviderContext.Provider>
      ))}
    </RouterProviderContext.Provider>
  )
}

function translatedRouter(plain: RouterProvider, filterNames: ReadonlySet<string>, otherwise: string): RouterProvider {
  return {
    ...plain,
    useLocation() {
      const location = plain.useLocation()
      return useMemo(
        () => ({ ...location, search: toController(location.search, filterNames) || otherwise }),
        [location],
      )
    },
    useNavigate() {
      const navigate = plain.useNavigate()
      const { search } = plain.useLocation()
      return useCallback<ReturnType<RouterProvider['useNavigate']>>(
        (to, options) =>
          navigate(
            typeof to === 'object' && to.search !== undefined
              ? { ...to, search: keepLayout(fromController(to.search), search) }
              : to,
            options,
          ),
        [navigate, search],
      )
    },
  }
}
