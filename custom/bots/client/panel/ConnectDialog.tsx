import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { useCallback, useId, useMemo, useState } from 'react'
import { ChoiceSelect, type FindChoices, KeyLayer, LazyChoiceSearch, useSay } from '#engine/ui'
import { stepsInOrder } from '../canvas/order'
import { useStepWords } from '../canvas/step-words'
import { connected, drawnExits } from '../flow/exits'
import type { FlowData } from '../flow/flow-data'
import { matches } from './Outline'

interface ConnectDialogProps {
  readonly flow: FlowData
  /** null: the start. */
  readonly from: number | null
  readonly onConnect: (change: (flow: FlowData) => FlowData) => void
  readonly onClose: () => void
}

const MAX_FOUND = 50

/** Where a step leads, chosen from lists: what the mouse does with a line. Without a target the line is taken away. */
export function ConnectDialog({ flow, from, onConnect, onClose }: ConnectDialogProps) {
  const say = useSay()
  const id = useId()
  const words = useStepWords()
  const step = from === null ? null : (flow.steps.get(from) ?? null)
  const exits = useMemo(
    () => (step ? drawnExits(step).map((exit) => ({ ...exit, label: words.exitTitle(exit, step) })) : []),
    [step, words],
  )
  const [exit, setExit] = useState(() => exits.find(({ target }) => target === null)?.key ?? exits[0]?.key ?? 'first')
  const [to, setTo] = useState<number | null>(() =>
    from === null ? flow.first : (exits.find(({ key }) => key === exit)?.target ?? null),
  )
  const nameAt = (target: number): string => {
    const row = flow.steps.get(target)
    return row ? words.nameOf(row) : ''
  }
  const find = useCallback<FindChoices>(
    (text) => {
      const asked = text.trim().toLocaleLowerCase()
      return Promise.resolve(
        stepsInOrder(flow)
          .filter(
            (one) =>
              asked === '' ||
              matches(one, asked, words.typeOf(one.type).title) ||
              words.nameOf(one).toLocaleLowerCase().includes(asked),
          )
          .slice(0, MAX_FOUND)
          .map((one) => ({
            id: one.id,
            label: words.nameOf(one),
            detail: one.message_text ?? words.typeOf(one.type).title,
          })),
      )
    },
    [flow, words],
  )
  const accept = (): void => {
    onConnect((now) => connected(now, from, exit, to))
    onClose()
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <KeyLayer>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            accept()
          }}
        >
          <DialogTitle id={id}>
            {step ? say('bots.flow.connect_of', { name: words.nameOf(step) }) : say('bots.flow.connect_start')}
          </DialogTitle>
          <DialogContent>
            <Stack spacing={2} sx={{ pt: 0.5 }}>
              {step && (
                <ChoiceSelect
                  source="exit"
                  label={say('bots.flow.exit')}
                  value={exit}
                  required
                  disabled={false}
                  autoFocus
                  options={exits.map(({ key, label }) => ({ value: key, label }))}
                  onChange={(key) => {
                    setExit(key)
                    setTo(exits.find((one) => one.key === key)?.target ?? null)
                  }}
                />
              )}
              <LazyChoiceSearch
                source="target"
                label={say('bots.flow.target')}
                required={false}
                disabled={false}
                openOnFocus
                autoFocus={!step}
                find={find}
                chosen={to === null ? null : { id: to, label: nameAt(to) }}
                onChoose={(choice) => setTo(choice ? Number(choice.id) : null)}
              />
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button color="inherit" onClick={onClose}>
              {say('confirm.cancel')}
            </Button>
            <Button type="submit" variant="contained">
              {say(to === null ? 'bots.flow.disconnect' : 'bots.flow.connect_now')}
            </Button>
          </DialogActions>
        </form>
      </KeyLayer>
    </Dialog>
  )
}
