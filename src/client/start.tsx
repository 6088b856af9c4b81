import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { matchPath } from 'react-router-dom'
import { ownPieces } from './alerts/widget'
import { createEngine, type Engine } from './console/engine'
import { quietRefusals } from './console/quiet-refusals'
import { Start } from './boot/Start'
import { askSession } from './session/session-queries'
import type { ClientFeature } from './feature'
import { loadIcons } from '../ui/show/Icon'

/** Starts the console with the application's features in the page's `#root`. */
export function startClient(features: readonly ClientFeature[]): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root".')
  const page = features
    .flatMap(({ publicPages = [] }) => publicPages)
    .find(({ begins }) => isOf(begins, window.location.pathname))
  if (page) return void page.open()
  if (import.meta.env.DEV) quietRefusals(window.console)
  const engine = createEngine()
  void openAhead(engine, features)
  void loadIcons()
  createRoot(root).render(
    <StrictMode>
      <Start engine={engine} features={[ownPieces, ...features]} />
    </StrictMode>,
  )
}

/** Whether an address is of a page: of `/store/` when it names one, of `/rides` by itself or with more behind it. */
const isOf = (begins: string, path: string): boolean =>
  begins.endsWith('/') ? path.startsWith(begins) && path !== begins : `${path}/`.startsWith(`${begins}/`)

/**
 * Asks for the session, and then for what the page at the address needs, while the console around it is loaded and
 * drawn.
 */
async function openAhead(engine: Engine, features: readonly ClientFeature[]): Promise<void> {
  const { pathname, search } = window.location
  const own = features.flatMap(({ routes = [] }) => routes).find(({ path }) => matchPath(path, pathname))
  const token = engine.session.token()
  // What does not come is asked for again by the screen itself, which says so.
  if (token !== null) own?.ahead?.().catch(() => undefined)
  const list = token === null || search !== '' || own ? null : import('./resource/list/first-list')
  // Its keys are to work when the rows are seen.
  if (list) import('./resource/list/ListTools').catch(() => undefined)
  const { verified, model } = await askSession(engine, token)
  if (!verified || !model || !list) return
  engine.stand({ verified, model })
  const { askFirstList } = await list
  if (!verified.user.must_enrol) askFirstList(engine, verified, model, pathname)
}
