import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useLocation, useNavigate } from 'react-admin'
import { useEffect, useState } from 'react'
import { AppLink } from '../../ui/show/AppLink'
import { useSay } from '../../ui/show/style'
import { useSavedLines, type SavedLine } from './saved-lines'

// Long enough to read several after the last of a burst; one that was not saved stays.
const SHOWN_MS = 15_000
const MAX_SHOWN = 4

/** A line for each record of a burst: saved, with its link, or not saved, with what was typed behind a button. */
export function SavedLinesBar() {
  const say = useSay()
  const { lines, drop, clear } = useSavedLines()
  const [isRead, setRead] = useState(false)
  const saved = lines.filter(({ refused }) => refused === null)
  const shown = [...lines.filter(({ refused }) => refused !== null), ...saved.slice(-MAX_SHOWN)]
  const last = saved.at(-1)?.key
  useEffect(() => {
    if (isRead || last === undefined) return undefined
    // Each new one begins the time of all again.
    const timer = setTimeout(clear, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isRead, last, clear])
  if (shown.length === 0) return null
  const more = saved.length - MAX_SHOWN
  const read = (now: boolean) => () => setRead(now)
  return (
    <Box
      component="section"
      aria-label={say('form.lines')}
      sx={BAR}
      onMouseEnter={read(true)}
      onMouseLeave={read(false)}
      onFocus={read(true)}
      onBlur={read(false)}
    >
      <div role="log">
        {shown.map((line) => (
          <Line key={line.key} line={line} onDrop={() => drop(line.key)} />
        ))}
      </div>
      {more > 0 && (
        <Alert severity="success" icon={false} sx={LINE}>
          {say('form.lines_more', { smart_count: more })}
        </Alert>
      )}
    </Box>
  )
}

function Line({ line: { key, name, href, refused }, onDrop }: { line: SavedLine; onDrop: () => void }) {
  const say = useSay()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const closing = { onClose: onDrop, closeText: say('form.line_close', { name }) }
  if (!refused) {
    return (
      <Alert severity="success" {...closing} sx={LINE}>
        {href === null ? (
          say('form.line_saved', { name })
        ) : (
          <AppLink to={href} color="inherit">
            {say('form.line_saved', { name })}
          </AppLink>
        )}
      </Alert>
    )
  }
  const {
    message,
    place: { pathname: to, search, state },
    values,
  } = refused
  // The form that is open has the same address.
  const isBusy = pathname === to
  const open = (): void =>
    void navigate({ pathname: to, search }, { state: { ...(state as object | null), begin: values, line: key } })
  return (
    <Alert severity="error" variant="outlined" {...closing} sx={{ ...LINE, bgcolor: 'background.paper' }}>
      <b>{say('form.line_refused', { name })}</b> {message}
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        disabled={isBusy}
        title={isBusy ? say('form.line_busy') : undefined}
        onClick={open}
        sx={{ marginInlineStart: 1, py: 0, minHeight: 26, '&.Mui-disabled': { pointerEvents: 'auto' } }}
      >
        {say('form.line_open')}
      </Button>
    </Alert>
  )
}

const BAR = {
  position: 'fixed',
  zIndex: 'snackbar',
  insetInlineStart: 16,
  bottom: 16,
  width: 360,
  maxWidth: 'calc(100vw - 32px)',
  maxHeight: '40vh',
  overflowY: 'auto',
  // A phone has a form's buttons there.
  '@media (max-width: 599.95px)': { bottom: 'auto', top: 56, maxHeight: '24vh' },
} as const
const LINE = { mb: 0.5, py: 0, boxShadow: 2, alignItems: 'center', overflowWrap: 'anywhere' } as const
