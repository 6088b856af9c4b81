import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keyframes, type Theme } from '@mui/material/styles'
import { useStore } from 'react-admin'
import {
  Suspense,
  useState,
  type ReactNode,
  lazy,
  useEffect,
  useRef,
  type RefObject,
  useSyncExternalStore,
} from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useConsole } from '../console/console'
import { useShell } from '../console/shell-context'
import { useSay } from '../../ui/show/style'
import { SideNavigation } from './Navigation'
import { PageLoading } from './PageLoading'
import { Toolbar } from './Toolbar'
import { useAppearance } from '../theme/appearance'
import { useBrand } from './brand-name'
import { useKeys } from '../../ui/keys'
import Fade from '@mui/material/Fade'
import Button from '@mui/material/Button'
import { Boundary } from '../../ui/show/Boundary'
import { Notice } from '../../ui/show/Notice'

function Broken() {
  const say = useSay()
  const reload = (
    <Button variant="contained" onClick={() => window.location.reload()}>
      {say('actions.reload')}
    </Button>
  )
  return <Notice page icon="error" title={say('errors.page')} text={say('errors.default')} action={reload} />
}

/**
 * A thin bar while something is being read; it takes no room, and is gone when nothing is: even unseen, its animation
 * would redraw the page for ever.
 */
function ReadBar() {
  const { traffic } = useShell()
  const { reads } = useSyncExternalStore(traffic.subscribe, traffic.current)
  return (
    // A quick answer arrives before the bar appears.
    <Fade
      in={reads > 0}
      timeout={{ enter: 100, exit: 200 }}
      style={{ transitionDelay: reads > 0 ? '80ms' : '0ms' }}
      unmountOnExit
    >
      <Box aria-hidden sx={READ_BAR} />
    </Fade>
  )
}

const across = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(100%)' } })

const READ_BAR = {
  position: 'absolute',
  insetInline: 0,
  top: 0,
  height: 2,
  zIndex: 'appBar',
  pointerEvents: 'none',
  overflow: 'hidden',
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    bgcolor: 'primary.main',
    animation: `${across} 1.4s ease-in-out infinite`,
  },
} as const

/** A new page starts at its top, a page returned to where it was left; a dialog over a page does not scroll it. */
function usePageScroll<E extends HTMLElement>(): RefObject<E | null> {
  const page = useRef<E>(null)
  const tops = useRef(new Map<string, number>())
  const { key, pathname, state } = useLocation()
  const arrival = useNavigationType()
  const shown = useRef(pathname)
  const overPage = typeof state === 'object' && state !== null && 'dialog' in state
  useEffect(() => {
    const element = page.current
    if (!element) return undefined
    const turned = shown.current !== pathname
    shown.current = pathname
    if (arrival === 'POP') element.scrollTo(0, tops.current.get(key) ?? element.scrollTop)
    else if (turned && !overPage) element.scrollTo(0, 0)
    const remember = (): void => void tops.current.set(key, element.scrollTop)
    remember()
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [key, pathname, arrival, overPage])
  return page
}

const AboveAll = lazy(() => import('./AboveAll'))
const KeysDialog = lazy(() => import('./KeysDialog'))
const ViewingBanner = lazy(() => import('./ViewingBanner'))
const HorizontalNavigation = lazy(() => import('./HorizontalNavigation'))
const MobileNavigation = lazy(() => import('./MobileNavigation'))

/** `?` lists the keys of the page. */
function KeysHelp() {
  const say = useSay()
  const [open, setOpen] = useState(false)
  useKeys([{ keys: '?', label: say('shell.keys'), run: () => setOpen(true) }])
  return (
    open && (
      <Suspense fallback={null}>
        <KeysDialog onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}

function Footer() {
  const { name } = useBrand()
  return (
    <Box
      component="footer"
      sx={{
        height: 'var(--footer-height)',
        flexShrink: 0,
        overflow: 'hidden',
        display: 'flex',
        alignItems: 'center',
        px: 2,
        color: 'text.secondary',
        fontSize: '0.75rem',
      }}
    >
      {name}
    </Box>
  )
}

/**
 * The frame of every page: navigation at the side or above, as somebody likes it, toolbar above, footer below; the page
 * alone scrolls.
 */
export function Shell({ children }: { children: ReactNode }) {
  const mobile = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true })
  const [folded, setFolded] = useStore('navigation.folded', false)
  const [drawer, setDrawer] = useState(false)
  const { pathname } = useLocation()
  const viewing = useShell().verified.user.viewer !== undefined
  const [{ layout, width }] = useAppearance()
  const { features } = useConsole()
  const alone = features.some(({ routes }) => routes?.some((route) => route.alone && route.path === pathname))
  const above = !mobile && !alone && layout !== 'layout1'
  const across = above && (
    <Suspense fallback={<Box sx={{ height: 'var(--nav-height)', flexShrink: 0 }} />}>
      <HorizontalNavigation />
    </Suspense>
  )
  const page = usePageScroll<HTMLElement>()
  return (
    <Box
      sx={width === 'boxed' && !alone ? BOXED : FRAME}
      style={
        {
          '--banner-height': viewing ? '40px' : '0px',
          '--nav-height': above ? '48px' : '0px',
          ...(alone && { '--toolbar-height': '0px', '--footer-height': '0px' }),
        } as object
      }
    >
      <SkipLink />
      {mobile && !alone && (
        <Suspense fallback={null}>
          <MobileNavigation open={drawer} onClose={() => setDrawer(false)} />
        </Suspense>
      )}
      {!mobile && !above && !alone && <SideNavigation folded={folded} />}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}>
        <ReadBar />
        {viewing && (
          <Suspense fallback={<Box sx={{ height: 'var(--banner-height)', flexShrink: 0 }} />}>
            <ViewingBanner />
          </Suspense>
        )}
        {layout === 'layout3' && across}
        {!alone && (
          <Toolbar
            mobile={mobile}
            navigationOpen={mobile ? drawer : !folded}
            onNavigation={above ? null : () => (mobile ? setDrawer(true) : setFolded(!folded))}
          />
        )}
        {layout === 'layout2' && across}
        <Box component="main" id="page" ref={page} tabIndex={-1} sx={PAGE}>
          <Box sx={{ flex: '1 0 auto', display: 'flex', flexDirection: 'column', minWidth: 0 }}>
            <Boundary of={pathname} lost={<Broken />}>
              <Suspense fallback={<PageLoading />}>{children}</Suspense>
            </Boundary>
          </Box>
          {!alone && <Footer />}
        </Box>
      </Box>
      <KeysHelp />
      <Suspense fallback={null}>
        <AboveAll />
      </Suspense>
    </Box>
  )
}

const FRAME = {
  display: 'flex',
  height: '100dvh',
  // What stands above all.
  pt: 'var(--above-height, 0px)',
  '--toolbar-height': '48px',
  // A small screen has no room for the footer.
  '--footer-height': { xs: '0px', md: '32px' },
  // The height for a page that scrolls inside itself (a list).
  '--page-height':
    'calc(100dvh - var(--above-height, 0px) - var(--banner-height) - var(--nav-height) - var(--toolbar-height) - var(--footer-height))',
} as const
// Spec §9.
const BOXED = { ...FRAME, maxWidth: 1280, mx: 'auto', boxShadow: 4 } as const

const PAGE = {
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  display: 'flex',
  flexDirection: 'column',
  position: 'relative',
  '&:focus-visible': { outline: 'none' },
} as const

function SkipLink() {
  const say = useSay()
  return (
    <Box
      component="a"
      href="#page"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('page')?.focus()
      }}
      sx={{
        position: 'fixed',
        insetInlineStart: 8,
        top: -48,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        bgcolor: 'background.paper',
        color: 'primary.main',
        borderRadius: 1,
        boxShadow: 3,
        '&:focus': { top: 8 },
      }}
    >
      {say('ra.navigation.skip_nav')}
    </Box>
  )
}
