import Check from '@mui/icons-material/CheckCircleOutlined'
import Close from '@mui/icons-material/Close'
import CloudOff from '@mui/icons-material/CloudOffOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import PhoneDisabled from '@mui/icons-material/PhoneDisabled'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { randomKey, useConsole } from '#engine/client'
import { AppLink, useKeys, useSay, type Say } from '#engine/ui'
import { enquiriesOf } from './enquiries'
import { DeedRow } from './DeedRow'
import { refusalText } from './enquiry'
import { outboxOf, useOutbox, type OutboxSave } from './outbox'
import { BUTTONS, ROW, TEXT } from './row-style'
import { useOpenEnquiry } from './use-open-enquiry'
import { useUndoDeed } from './use-undo-deed'

/**
 * What became of the last calls: being saved, saved with its number, refused with the reason and a way back into the
 * form; and what was done to rides, with its undo.
 */
export function JustHappened({ onNews }: { readonly onNews?: (id_service: number) => void }) {
  const say = useSay()
  const show = useOpenEnquiry()
  const { actor } = useConsole()
  const sendings = useOutbox(actor.id)
  const outbox = outboxOf(actor.id)
  const reopen = ({ key, copy, refused }: OutboxSave): void => {
    if (!copy) return
    show(() => {
      outbox.drop(key)
      // A name of its own: the form of an earlier try is another one.
      enquiriesOf(actor.id).open({ ...copy, key: randomKey(), refused })
    })
  }
  const back = sendings.findLast(({ state }) => state === 'refused' || state === 'stale')
  useKeys([
    {
      keys: 'u',
      label: say('services.desk.keys.refused'),
      run: () => back && reopen(back),
      active: back !== undefined,
    },
  ])
  const { deeds, last, now_ms, undo, drop } = useUndoDeed(onNews)
  useKeys([
    {
      keys: 'z',
      label: say('services.desk.keys.undo'),
      run: () => void (last && undo(last)),
      active: last !== undefined,
    },
  ])
  if (sendings.length === 0 && deeds.length === 0) return null
  const rows = [
    ...sendings.map((sending) => ({
      at_ms: sending.at_ms,
      row: (
        <Row
          key={sending.key}
          sending={sending}
          say={say}
          onReopen={() => reopen(sending)}
          onDrop={() => outbox.drop(sending.key)}
          onSend={() => outbox.change(sending.key, { state: 'sending', at_ms: Date.now(), next_ms: 0 })}
          onMeant={() => outbox.change(sending.key, meant(sending))}
        />
      ),
    })),
    ...deeds.map((deed) => ({
      at_ms: deed.at_ms,
      row: (
        <DeedRow
          key={deed.key}
          deed={deed}
          now_ms={now_ms}
          say={say}
          onUndo={() => void undo(deed)}
          onDrop={() => drop(deed)}
        />
      ),
    })),
  ].sort((one, other) => other.at_ms - one.at_ms)
  return (
    <Box component="section" aria-label={say('services.desk.just')} sx={ROOM}>
      <Box role="log">
        <Box component="ul" sx={LIST}>
          {rows.map(({ row }) => row)}
        </Box>
      </Box>
    </Box>
  )
}

interface RowProps {
  readonly sending: OutboxSave
  readonly say: Say
  readonly onReopen: () => void
  readonly onDrop: () => void
  readonly onSend: () => void
  /** None of the similar rides is this one. */
  readonly onMeant: () => void
}

function Row({ sending, say, onReopen, onDrop, onSend, onMeant }: RowProps) {
  const { state, saved, refused, who } = sending
  const name = who || say('services.desk.nameless')
  const isOpenable = state === 'refused' || state === 'stale' || state === 'asked'
  return (
    <Box component="li" data-state={state} sx={ROW}>
      {ICONS[state]}
      <Box role={state === 'refused' || state === 'stale' ? 'alert' : undefined} sx={TEXT}>
        {state === 'saved' && saved ? (
          <SavedText ids={saved.ids} name={name} say={say} />
        ) : (
          say(`services.desk.${state}`, { who: name, why: refused ? refusalText(refused) : '' })
        )}
      </Box>
      <Box sx={BUTTONS}>
        {refused?.similar && (
          <Button size="small" color="inherit" onClick={onMeant}>
            {say('services.form.similar.save')}
          </Button>
        )}
        {state === 'waiting' || state === 'stale' ? (
          <Button size="small" color="inherit" onClick={onSend}>
            {say('services.desk.send')}
          </Button>
        ) : null}
        {isOpenable && (
          <Button size="small" color="inherit" onClick={onReopen}>
            {say('services.desk.open_again')}
          </Button>
        )}
        {(isOpenable || state === 'saved') && (
          <IconButton size="small" aria-label={say('services.desk.drop', { who: name })} onClick={onDrop}>
            <Close fontSize="inherit" />
          </IconButton>
        )}
      </Box>
    </Box>
  )
}

/**
 * The same save once more, of a ride that is none of those like it; under a key of its own, for it is another request.
 */
const meant = ({ input, refused }: OutboxSave): Partial<OutboxSave> => ({
  state: 'sending',
  at_ms: Date.now(),
  next_ms: 0,
  tries: 0,
  refused: null,
  input: input && {
    ...input,
    similar: [...(input.similar ?? []), ...(refused?.similar ?? [])],
    idempotency: randomKey(),
  },
})

function SavedText({ ids, name, say }: { ids: readonly number[]; name: string; say: Say }) {
  return (
    <>
      {say('services.desk.saved', { smart_count: ids.length, who: name })}{' '}
      {ids.slice(0, 3).map((id) => (
        <AppLink key={id} to={`/dispatcher/${id}`} underline="always" sx={{ marginInlineEnd: 0.75 }}>
          #{id}
        </AppLink>
      ))}
      {ids.length > 3 ? '…' : ''}
    </>
  )
}

const ICONS: { readonly [state in OutboxSave['state']]: ReactNode } = {
  sending: <CircularProgress size={14} color="inherit" aria-hidden />,
  waiting: <CloudOff aria-hidden color="warning" />,
  stale: <CloudOff aria-hidden color="error" />,
  saved: <Check aria-hidden color="success" />,
  refused: <ErrorOutlined aria-hidden color="error" />,
  asked: <PhoneDisabled aria-hidden color="disabled" />,
}

const ROOM = { flexShrink: 0, borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper' } as const
const LIST = { m: 0, p: 0, listStyle: 'none', maxHeight: { xs: 92, sm: 148 }, overflowY: 'auto', fontSize: 13 } as const
