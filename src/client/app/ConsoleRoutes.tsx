import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import type { ClientFeature } from '../feature'
import { AccessDenied } from '../layout/AccessDenied'
import { Home } from '../layout/Home'
import { NotFound } from '../layout/NotFound'
import { useConsole } from './console'
import { FeaturePage } from './FeaturePage'
import { ResourcePage } from './ResourcePage'
import { useShell } from './shell-context'

const ProfilePage = lazy(() => import('../profile/ProfilePage'))

/** Screens of the engine's own, each behind a module. */
const ENGINE_SCREENS: NonNullable<ClientFeature['routes']> = [
  { path: '/logs', module: 'logs', title: 'modules.logs', screen: lazy(() => import('../logs/LogsPage')) },
]

/** Every path of the console: home, the features' screens, the resources of the Model. */
export function ConsoleRoutes() {
  const { model, features } = useConsole()
  const { closed_routes } = useShell().verified.user
  return (
    <Routes>
      <Route path="/" element={<Home />} />
      {features.flatMap(({ routes = [] }) => routes).map((route) => <Route key={route.path} path={route.path} element={<FeaturePage route={route} />} />)}
      {Object.values(model.resources).filter(({ module }) => module).map((resource) => (
        <Route key={resource.name} path={`${resource.route}/*`} element={<ResourcePage key={resource.name} resource={resource} />} />
      ))}
      {ENGINE_SCREENS.map((route) => <Route key={route.path} path={route.path} element={<FeaturePage route={route} />} />)}
      <Route path="/me/profile" element={<ProfilePage />} />
      {closed_routes.map((route) => <Route key={`closed ${route}`} path={`${route}/*`} element={<AccessDenied />} />)}
      <Route path="/access-denied" element={<AccessDenied />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
