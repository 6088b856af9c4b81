import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useNotify } from 'react-admin'
import { useEffect, useRef, useState, useId } from 'react'
import { useParams } from 'react-router-dom'
import { Badge, useSay, KeyLayer } from '#engine/ui'
import { RequestProgress } from './RequestProgress'
import { useRequestStatus } from './use-request-status'
import { useRequestVerbs } from './use-request-verbs'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'

/** No driver remains: wait for one, or cancel the service. Closing it decides nothing. */
function NoDriverDialog({ client, busy, onWait, onCancel, onLater }: {
  client: string; busy: boolean; onWait: () => void; onCancel: () => void; onLater: () => void
}) {
  const say = useSay()
  const id = useId()
  return (
    <Dialog open onClose={onLater} role="alertdialog" maxWidth="xs" fullWidth aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <KeyLayer>
        <DialogTitle id={`${id}-title`} variant="h2" sx={{ pb: 1 }}>{say('dispatcher.no_driver_left.title')}</DialogTitle>
        <DialogContent sx={{ pb: 1 }}>
          <DialogContentText id={`${id}-text`} variant="body1">{say('dispatcher.no_driver_left.text', { client })}</DialogContentText>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="error" disabled={busy} onClick={onCancel}>{say('dispatcher.request.cancel_service')}</Button>
          <Button variant="contained" disabled={busy} autoFocus onClick={onWait}>{say('dispatcher.request.wait')}</Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}

interface Props {
  readonly id: number
  readonly mayEdit: boolean
  /** Absent: the user is no operator, and can neither ask drivers nor call them back. */
  readonly onFindDriver?: (id: number) => void
  readonly onInfo: (id: number) => void
  readonly onDrop: (id: number) => void
  /** It was cancelled for want of a driver. */
  readonly onCanceled: (id: number) => void
}

/** One search for a driver, over the map: it goes on while the next call is taken. */
export function RequestCard({ id, mayEdit, onFindDriver, onInfo, onDrop, onCanceled }: Props) {
  const say = useSay()
  const { heard, failed, put, again } = useRequestStatus(id)
  const verbs = useRequestVerbs(id, put, again)
  const phase = heard?.status.phase
  useTold(heard?.status.phase, heard?.status.told ?? null)
  // A user who types, or works on another service, is not interrupted: then only the card asks.
  const elsewhere = useParams()['id'] !== undefined
  const [asking, setAsking] = useState(false)
  const [lastPhase, setLastPhase] = useState(phase)
  if (phase !== lastPhase) {
    setLastPhase(phase)
    setAsking(phase === 'not_assigned' && mayEdit && !elsewhere && !isTyping())
  }
  const gone = failed === 'gone'
  useEffect(() => {
    if (gone) onDrop(id)
  }, [gone, id, onDrop])
  const item = heard?.status.item
  const cancel = async (): Promise<void> => {
    if (await verbs.cancel()) onCanceled(id)
  }
  return (
    <Box component="section" aria-label={say('dispatcher.request.title', { id })} sx={CARD}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 28 }}>
        <Box sx={NAME}>{[item?.cl_name, item?.cl_surname].filter(Boolean).join(' ') || say('dispatcher.request.title', { id })}</Box>
        {item && <Badge color={item.state_obj.color} icon={item.state_obj.icon}>{item.state_obj.name}</Badge>}
        <IconButton aria-label={say('dispatcher.request.drop')} onClick={() => onDrop(id)} sx={{ marginInlineEnd: -0.75, p: 0.5 }}><Close fontSize="small" /></IconButton>
      </Box>
      <Box sx={ADDRESS}>{item?.org_address ?? '\u00a0'}</Box>
      <RequestProgress heard={heard} />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', minHeight: 32 }}>
        {mayEdit && phase === 'not_assigned' && (
          <>
            <Button variant="contained" disabled={verbs.busy} onClick={() => void verbs.wait()}>{say('dispatcher.request.wait')}</Button>
            <Button color="error" disabled={verbs.busy} onClick={() => void cancel()}>{say('dispatcher.request.cancel_service')}</Button>
          </>
        )}
        {mayEdit && onFindDriver && phase === 'requesting' && (
          <Button disabled={verbs.busy} color="inherit" onClick={() => void verbs.remove()}>{say('dispatcher.request.call_back')}</Button>
        )}
        {mayEdit && onFindDriver && phase === 'idle' && (
          <Button variant="outlined" disabled={verbs.busy} onClick={() => void verbs.request(null)}>{say('dispatcher.find.search')}</Button>
        )}
        {mayEdit && onFindDriver && phase !== undefined && phase !== 'assigned' && phase !== 'over' && (
          <Button onClick={() => onFindDriver(id)}>{say('dispatcher.find.open')}</Button>
        )}
        {(phase === 'assigned' || phase === 'over') && <Button onClick={() => onInfo(id)}>{say('dispatcher.info.open')}</Button>}
      </Box>
      {asking && !elsewhere && phase === 'not_assigned' && (
        <NoDriverDialog
          client={[item?.cl_name, item?.cl_surname].filter(Boolean).join(' ')}
          busy={verbs.busy}
          onWait={() => void verbs.wait().then((done) => done && setAsking(false))}
          onCancel={() => void cancel()}
          onLater={() => setAsking(false)}
        />
      )}
    </Box>
  )
}

/** Shows the result of a request in the message bar; an error where a driver who was chosen by hand has declined. */
function useTold(phase: string | undefined, told: string | null): void {
  const notify = useNotify()
  const last = useRef<{ phase: string | undefined; told: string | null }>({ phase: undefined, told: null })
  useEffect(() => {
    const before = last.current
    last.current = { phase, told }
    // What happened before the card was opened is no news.
    if (!told || before.phase === undefined || (before.told === told && before.phase === phase)) return
    if (phase === 'assigned') notify(told, { type: 'success' })
    else if (phase === 'not_assigned' || phase === 'idle') notify(told, { type: 'error' })
    else if (before.told !== told) notify(told, { type: 'info' })
  }, [phase, told, notify])
}

const isTyping = (): boolean => document.activeElement?.matches('input, textarea, [contenteditable=true]') === true

const CARD = { p: 1.5, pt: 1, bgcolor: 'background.paper', borderRadius: 1.5, boxShadow: 4, border: 1, borderColor: 'divider' } as const
const NAME = { flex: 1, minWidth: 0, fontWeight: 600, fontSize: 13.5, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const ADDRESS = { fontSize: 12.5, color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
