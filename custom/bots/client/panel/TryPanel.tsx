import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import { failureText } from '#engine/client'
import { useSay } from '#engine/ui'
import { TryComposer } from './TryComposer'
import type { Trial } from './use-trial'

/** A chat with the draft, beside its drawing. Nothing is booked in it. */
export function TryPanel({ trial, hasFirst }: { readonly trial: Trial; readonly hasFirst: boolean }) {
  const say = useSay()
  const { lines, answer, busy, failure } = trial
  const state = answer?.session.state
  const isOver = state === 'over' || state === 'human'
  if (!hasFirst) return <Box sx={{ p: 2, color: 'text.secondary' }}>{say('bots.flow.no_first')}</Box>
  if (lines.length === 0 && !busy && failure === null) {
    return (
      <Box sx={{ p: 2 }}>
        <Box component="p" sx={{ mt: 0, color: 'text.secondary' }}>
          {say('bots.flow.try_help')}
        </Box>
        <Button variant="contained" onClick={trial.restart}>
          {say('bots.flow.try_start')}
        </Button>
      </Box>
    )
  }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%' }}>
      <Box sx={{ display: 'flex', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
        <Button size="small" variant="outlined" color="inherit" onClick={trial.restart}>
          {say('bots.flow.try_again')}
        </Button>
        <Button
          size="small"
          color="inherit"
          disabled={busy || isOver}
          onClick={() => trial.send({ type: 'timeout' }, say('bots.flow.try_timeout'))}
        >
          {say('bots.flow.try_wait')}
        </Button>
      </Box>
      <Box
        role="log"
        aria-label={say('bots.flow.try_log')}
        aria-busy={busy}
        sx={{ flex: 1, p: 2, display: 'flex', flexDirection: 'column', gap: 1 }}
      >
        {lines.map((line, at) => (
          <Box key={line.key} sx={LINE[line.by]}>
            <Box component="span" sx={HIDDEN_WHO}>
              {line.by === 'note' ? '' : `${say(`bots.flow.try_${line.by}`)}: `}
            </Box>
            {line.text}
            {line.buttons && line.buttons.length > 0 && (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
                {line.buttons.map(({ id, title }) => (
                  <Button
                    key={id}
                    size="small"
                    variant="outlined"
                    disabled={busy || isOver || at < lines.length - 1 - trailing(lines, at)}
                    onClick={() => trial.send({ type: 'choice', id, title }, title)}
                    sx={{ bgcolor: 'background.paper' }}
                  >
                    {title}
                  </Button>
                ))}
              </Box>
            )}
          </Box>
        ))}
        {busy && <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{say('bots.flow.try_busy')}</Box>}
        {failure !== null && (
          <Box role="alert" sx={{ color: 'error.main', fontSize: 13 }}>
            {failureText(failure, say)}
          </Box>
        )}
        {isOver && <Box sx={LINE.note}>{say(state === 'human' ? 'bots.flow.try_human' : 'bots.flow.try_over')}</Box>}
        <ScrolledTo key={lines.length} />
      </Box>
      <TryComposer busy={busy} isOver={isOver} onSend={trial.send} />
    </Box>
  )
}

/** The end of the conversation, mounted anew with each line. */
function ScrolledTo() {
  const end = useRef<HTMLDivElement>(null)
  // In braces: browsers of today answer with a promise, which is no clean-up.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div ref={end} />
}

/** How many lines after this one are the bot's too: its buttons still stand. */
const trailing = (lines: Trial['lines'], at: number): number =>
  lines.slice(at + 1).every(({ by }) => by !== 'person') ? lines.length - 1 - at : 0

const HIDDEN_WHO = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' } as const
const BUBBLE = {
  maxWidth: '88%',
  px: 1.5,
  py: 1,
  borderRadius: 2,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const
const LINE = {
  bot: { ...BUBBLE, alignSelf: 'flex-start', bgcolor: 'action.hover' },
  person: { ...BUBBLE, alignSelf: 'flex-end', bgcolor: 'primary.main', color: 'primary.contrastText' },
  note: { alignSelf: 'center', textAlign: 'center', fontSize: 12.5, color: 'text.secondary' },
} as const
