import Skeleton from '@mui/material/Skeleton'
import { useLocation } from 'react-admin'
import { Suspense } from 'react'
import { Navigate } from 'react-router-dom'
import type { JsonObject } from '../../../model/json'
import type { Tab } from '../../../model/resource'
import { useConsole } from '../../console/console'
import { useScope } from '../scope'

/**
 * A bespoke screen about this record, inside its page: it reads the record's id in the query, as it does on its own
 * page.
 */
export function ScreenTab({ tab, record }: { tab: Extract<Tab, { kind: 'screen' }>; record: JsonObject }) {
  const { features } = useConsole()
  const { resource } = useScope()
  const { pathname, search } = useLocation()
  const route = features.flatMap(({ routes = [] }) => routes).find(({ module }) => module === tab.screen)
  if (!route)
    throw new Error(
      `No feature of this console has the screen "${tab.screen}" that resources/${resource.name}.json names.`,
    )
  const id = String(record['id'])
  const query = new URLSearchParams(search)
  if (query.get(tab.by) !== id) {
    query.set(tab.by, id)
    return <Navigate replace to={{ pathname, search: `?${query}` }} />
  }
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
      <route.screen />
    </Suspense>
  )
}
