import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import type { Resource } from '../../model/model'
import { mayUseModule } from '../auth/may-open'
import { AccessDenied } from '../layout/AccessDenied'
import { NotFound } from '../layout/NotFound'
import { PageLoading } from '../layout/PageLoading'
import { placeOf } from '../resource/paths'
import ResourceList from '../resource/ResourceList'
import { usePageTitle } from '../ui/page-title'
import { useConsole } from './console'
import { useResourceTitle } from './labels'

// The list is the first thing people open and comes with the entry; the rest follows when it is asked for.
const ResourceDetail = lazy(() => import('../resource/ResourceDetail'))
const ResourceFormPage = lazy(() => import('../resource/ResourceFormPage'))

/** The generated pages of one resource, by the path below its route. */
export function ResourcePage({ resource }: { resource: Resource }) {
  const { pathname } = useLocation()
  const { actor } = useConsole()
  usePageTitle(useResourceTitle(resource), 0)
  const place = placeOf(resource, pathname)
  if (!place) return <NotFound />
  if (!mayUseModule(actor, resource.module ?? '', 'see')) return <AccessDenied />
  if (place.at === 'list') return <ResourceList resource={resource} />
  const Page = place.at === 'detail' ? ResourceDetail : ResourceFormPage
  return <Suspense fallback={<PageLoading />}><Page resource={resource} /></Suspense>
}
