import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Search from '@mui/icons-material/Search'
import { lazy, Suspense, useState } from 'react'
import { useKeys } from '../../ui/keys'
import { useSay } from '../../ui/style'

const SearchDialog = lazy(() => import('./SearchDialog'))

/** The way to any page by its name: a button that looks like a field, and Ctrl+K. */
export function NavigationSearch({ compact }: { compact: boolean }) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const label = say('shell.search')
  useKeys([{ keys: 'ctrl+k', label, run: () => setOpen(true) }])
  return (
    <>
      {compact ? (
        <IconButton aria-label={label} onClick={() => setOpen(true)}><Search /></IconButton>
      ) : (
        <ButtonBase onClick={() => setOpen(true)} aria-keyshortcuts="Control+K" sx={FIELD}>
          <Search aria-hidden sx={{ fontSize: 18 }} />
          <Box component="span" sx={{ flex: 1, textAlign: 'start' }}>{label}</Box>
          <Box component="kbd" aria-hidden sx={{ fontFamily: 'inherit', fontSize: '0.75rem', border: 1, borderColor: 'divider', borderRadius: 0.5, px: 0.5 }}>Ctrl K</Box>
        </ButtonBase>
      )}
      {open && <Suspense fallback={null}><SearchDialog onClose={() => setOpen(false)} /></Suspense>}
    </>
  )
}

const FIELD = {
  width: 280,
  maxWidth: '40vw',
  height: 32,
  marginInlineStart: 1,
  px: 1.25,
  gap: 1,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: '0.8125rem',
  '&:hover': { borderColor: 'text.secondary' },
} as const
