import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useStore } from 'react-admin'
import { Suspense, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useShell } from '../app/shell-context'
import { useSay } from '../../ui/style'
import { PageBoundary } from './PageBoundary'
import { Footer } from './Footer'
import { KeysHelp } from './KeysHelp'
import { MobileNavigation, SideNavigation } from './Navigation'
import { PageLoading } from './PageLoading'
import { ReadBar } from './ReadBar'
import { Toolbar } from './Toolbar'
import { usePageScroll } from './use-page-scroll'
import { ViewingBanner } from './ViewingBanner'

/** The frame every page stands in: navigation at the side, toolbar above, footer below; the page alone scrolls. */
export function Shell({ children }: { children: ReactNode }) {
  const mobile = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true })
  const [folded, setFolded] = useStore('navigation.folded', false)
  const [drawer, setDrawer] = useState(false)
  const { pathname } = useLocation()
  const viewing = useShell().verified.user.viewer !== undefined
  const page = usePageScroll<HTMLElement>()
  return (
    <Box sx={FRAME} style={{ '--banner-height': viewing ? '40px' : '0px' } as object}>
      <SkipLink />
      {mobile ? <MobileNavigation open={drawer} onClose={() => setDrawer(false)} /> : <SideNavigation folded={folded} />}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}>
        <ReadBar />
        <ViewingBanner />
        <Toolbar
          mobile={mobile}
          navigationOpen={mobile ? drawer : !folded}
          onNavigation={() => (mobile ? setDrawer(true) : setFolded(!folded))}
        />
        <Box component="main" id="page" ref={page} tabIndex={-1} sx={PAGE}>
          <Box sx={{ flex: '1 0 auto', display: 'flex', flexDirection: 'column', minWidth: 0 }}>
            <PageBoundary page={pathname}>
              <Suspense fallback={<PageLoading />}>{children}</Suspense>
            </PageBoundary>
          </Box>
          <Footer />
        </Box>
      </Box>
      <KeysHelp />
    </Box>
  )
}

const FRAME = {
  display: 'flex',
  height: '100dvh',
  '--toolbar-height': '48px',
  // A small screen has no room for it.
  '--footer-height': { xs: '0px', md: '32px' },
  // What a page that scrolls inside itself (a list) may fill.
  '--page-height': 'calc(100dvh - var(--banner-height) - var(--toolbar-height) - var(--footer-height))',
} as const

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
        left: 8,
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
