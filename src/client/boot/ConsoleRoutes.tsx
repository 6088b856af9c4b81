import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import type { ClientFeature } from '../feature'
import { AccessDenied } from '../layout/AccessDenied'
import { NotFound } from '../console/NotFound'
import { useConsole } from '../console/console'
import { useShell } from '../console/shell-context'
import { mayUseModule } from '../session/may-open'
import { PageLoading } from '../layout/PageLoading'
import { usePageTitle } from '../../ui/show/page-title'
import { useSay } from '../../ui/show/style'
import type { Resource } from '../../model/resource'
import ResourceScreens from '../resource/ResourceScreens'
import { isPageOf } from '../provider/paths'
import { useResourceTitle } from '../console/labels'

/** The generated pages of one resource, behind the right on its module. */
function ResourcePage({ resource }: { resource: Resource }) {
  const { pathname } = useLocation()
  const { actor } = useConsole()
  usePageTitle(useResourceTitle(resource), 0)
  if (!isPageOf(resource, pathname)) return <NotFound />
  if (!mayUseModule(actor, resource.module ?? '', 'see')) return <AccessDenied />
  return <ResourceScreens resource={resource} waiting={<PageLoading />} />
}

/** A bespoke screen behind the right on its module. */
function FeaturePage({ route }: { route: NonNullable<ClientFeature['routes']>[number] }) {
  const say = useSay()
  const { actor } = useConsole()
  usePageTitle(say(route.title), 0)
  if (!mayUseModule(actor, route.module, route.right ?? 'see')) return <AccessDenied />
  return (
    <Suspense fallback={<PageLoading />}>
      <route.screen />
    </Suspense>
  )
}

/** Where no page is: the first of those below it that the user may see, such as `/settings/general` for `/settings`. */
function NoPage() {
  const { model, actor } = useConsole()
  const { pathname } = useLocation()
  const path = pathname.replace(/\/+$/, '')
  const [first] = Object.values(model.resources)
    .filter(
      ({ route, param, module }) =>
        route.startsWith(`${path}/`) && !param && module && mayUseModule(actor, module, 'see'),
    )
    .sort((a, b) => a.menu.order - b.menu.order)
  return first ? <Navigate to={first.route} replace /> : <NotFound />
}

const Home = lazy(() => import('../layout/Home').then(({ Home: Page }) => ({ default: Page })))
const ReportPage = lazy(() => import('../report/ReportPage'))
const ProfilePage = lazy(() => import('../profile/ProfilePage'))

const BuilderPage = lazy(() => import('../own-reports/BuilderPage'))

/** Screens of the engine's own, each behind a module. */
const ENGINE_SCREENS: NonNullable<ClientFeature['routes']> = [
  { path: '/logs', module: 'logs', title: 'modules.logs', screen: lazy(() => import('../logs/LogsPage')) },
  {
    path: '/own_reports',
    module: 'own_reports',
    title: 'modules.own_reports',
    screen: lazy(() => import('../own-reports/OwnReportsPage')),
  },
  { path: '/own_reports/new', module: 'own_reports', title: 'own_reports.new_title', screen: BuilderPage },
  {
    path: '/own_reports/:id',
    module: 'own_reports',
    title: 'modules.own_reports',
    screen: lazy(() => import('../own-reports/OwnReportPage')),
  },
  {
    path: '/languages',
    module: 'languages',
    title: 'modules.languages',
    screen: lazy(() => import('../languages/LanguagesPage')),
  },
  {
    path: '/languages/:id_language/:id_group',
    module: 'languages',
    title: 'modules.languages',
    screen: lazy(() => import('../languages/GroupPage')),
  },
  {
    path: '/settings/mail',
    module: 'settings_mail',
    title: 'modules.settings_mail',
    screen: lazy(() => import('../mails/MailSettingsPage')),
  },
  { path: '/mails', module: 'mails', title: 'modules.mails', screen: lazy(() => import('../mails/MailsPage')) },
  { path: '/mails/:id', module: 'mails', title: 'modules.mails', screen: lazy(() => import('../mails/MailPage')) },
  { path: '/tests', module: 'tests', title: 'modules.tests', screen: lazy(() => import('../checks/TestsPage')) },
  { path: '/own_reports/:id/edit', module: 'own_reports', title: 'own_reports.edit_title', screen: BuilderPage },
]

/** Every path of the console: home, the features' screens, the resources of the Model. */
export function ConsoleRoutes() {
  const { model, features } = useConsole()
  const {
    menu,
    verified: {
      user: { closed_routes },
    },
  } = useShell()
  const reports = Object.values(model.reports)
  // Who may see no page is told why.
  const [home] = (menu.length === 0 ? [] : reports)
    .filter((report) => report.home)
    .sort((a, b) => a.menu.order - b.menu.order)
  return (
    <Routes>
      <Route
        path="/"
        element={
          <Suspense fallback={<PageLoading />}>
            {home ? <ReportPage key={home.name} report={home} home /> : <Home />}
          </Suspense>
        }
      />
      {features
        .flatMap(({ routes = [] }) => routes)
        .map((route) => (
          <Route key={route.path} path={route.path} element={<FeaturePage route={route} />} />
        ))}
      {Object.values(model.resources)
        .filter(({ module }) => module)
        .map((resource) => (
          <Route
            key={resource.name}
            path={`${resource.route}/*`}
            element={<ResourcePage key={resource.name} resource={resource} />}
          />
        ))}
      {reports.map((report) => (
        <Route
          key={report.name}
          path={`/${report.path}`}
          element={
            <Suspense fallback={<PageLoading />}>
              <ReportPage key={report.name} report={report} />
            </Suspense>
          }
        />
      ))}
      {ENGINE_SCREENS.map((route) => (
        <Route key={route.path} path={route.path} element={<FeaturePage route={route} />} />
      ))}
      <Route path="/me/profile" element={<ProfilePage />} />
      {closed_routes.map((route) => (
        <Route key={`closed ${route}`} path={`${route}/*`} element={<AccessDenied />} />
      ))}
      <Route path="/access-denied" element={<AccessDenied />} />
      <Route path="*" element={<NoPage />} />
    </Routes>
  )
}
