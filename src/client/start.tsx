import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ownPieces } from './alerts/widget'
import { createEngine } from './app/engine'
import { quietRefusals } from './app/quiet-refusals'
import { Start } from './app/Start'
import { askSession } from './auth/session-queries'
import type { ClientFeature } from './feature'
import { loadIcons } from '../ui/show/Icon'

/** Starts the console with the application's features in the page's `#root`. */
export function startClient(features: readonly ClientFeature[]): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root".')
  const page = features.flatMap(({ publicPages = [] }) => publicPages).find(({ begins }) => `${window.location.pathname}/`.startsWith(begins))
  if (page) return void page.open()
  if (import.meta.env.DEV) quietRefusals(window.console)
  const engine = createEngine()
  void askSession(engine, engine.session.token())
  void loadIcons()
  createRoot(root).render(
    <StrictMode>
      <Start engine={engine} features={[ownPieces, ...features]} />
    </StrictMode>,
  )
}
