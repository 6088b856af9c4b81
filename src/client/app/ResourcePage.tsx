import { useLocation } from 'react-router-dom'
import type { Resource } from '../../model/resource'
import { mayUseModule } from '../auth/may-open'
import { AccessDenied } from '../layout/AccessDenied'
import { NotFound } from '../layout/NotFound'
import { PageLoading } from '../layout/PageLoading'
import ResourceScreens from '../resource/ResourceScreens'
import { isPageOf } from '../resource/paths'
import { usePageTitle } from '../../ui/page-title'
import { useConsole } from './console'
import { useResourceTitle } from './labels'

/** The generated pages of one resource, behind the right on its module. */
export function ResourcePage({ resource }: { resource: Resource }) {
  const { pathname } = useLocation()
  const { actor } = useConsole()
  usePageTitle(useResourceTitle(resource), 0)
  if (!isPageOf(resource, pathname)) return <NotFound />
  if (!mayUseModule(actor, resource.module ?? '', 'see')) return <AccessDenied />
  return <ResourceScreens resource={resource} waiting={<PageLoading />} />
}
