import { Suspense } from 'react'
import type { ClientFeature } from '../feature'
import { mayUseModule } from '../auth/may-open'
import { AccessDenied } from '../layout/AccessDenied'
import { PageLoading } from '../layout/PageLoading'
import { usePageTitle } from '../../ui/page-title'
import { useSay } from '../../ui/style'
import { useConsole } from './console'

/** A bespoke screen behind the right on its module. */
export function FeaturePage({ route }: { route: NonNullable<ClientFeature['routes']>[number] }) {
  const say = useSay()
  const { actor } = useConsole()
  usePageTitle(say(route.title), 0)
  if (!mayUseModule(actor, route.module, 'see')) return <AccessDenied />
  return <Suspense fallback={<PageLoading />}><route.screen /></Suspense>
}
