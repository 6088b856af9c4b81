import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Icon, useSay } from '#engine/ui'
import { stepsInOrder } from '../canvas/order'
import { useStepWords } from '../canvas/step-words'
import type { Problems } from '../editor/use-problems'
import { drawnExits } from '../flow/exits'
import type { FlowData, StepRow } from '../flow/flow-data'

interface OutlineProps {
  readonly flow: FlowData
  readonly problems: Problems
  readonly chosen: ReadonlySet<number>
  readonly find: string
  readonly mayEdit: boolean
  readonly onChoose: (id: number) => void
  readonly onOpen: (id: number) => void
  readonly onConnect: (id: number | null) => void
  readonly onRemove: (id: number) => void
}

/**
 * The steps as a list, in the order of the conversation, with where each leads: the same flow for who does not see the
 * drawing, and for a phone.
 */
export function Outline({
  flow,
  problems,
  chosen,
  find,
  mayEdit,
  onChoose,
  onOpen,
  onConnect,
  onRemove,
}: OutlineProps) {
  const say = useSay()
  const words = useStepWords()
  const ordered = useMemo(() => stepsInOrder(flow), [flow])
  const asked = find.trim().toLocaleLowerCase()
  const shown = asked === '' ? ordered : ordered.filter((step) => matches(step, asked, words.typeOf(step.type).title))
  const nameAt = (id: number): string => {
    const step = flow.steps.get(id)
    return step ? words.nameOf(step) : ''
  }
  if (flow.steps.size === 0) return <Box sx={{ p: 2, color: 'text.secondary' }}>{say('bots.flow.empty')}</Box>
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pt: 1, fontSize: 13 }}>
        <span>
          {flow.first === null ? say('bots.flow.no_first') : say('bots.flow.first_is', { name: nameAt(flow.first) })}
        </span>
        {mayEdit && (
          <Button size="small" color="inherit" onClick={() => onConnect(null)} sx={{ marginInlineStart: 'auto' }}>
            {say('bots.flow.change')}
          </Button>
        )}
      </Box>
      {asked !== '' && (
        <Box role="status" sx={{ px: 2, pt: 0.5, fontSize: 13, color: 'text.secondary' }}>
          {say('bots.flow.found', { smart_count: shown.length })}
        </Box>
      )}
      <Box component="ol" aria-label={say('bots.flow.steps')} sx={{ listStyle: 'none', m: 0, p: 1 }}>
        {shown.map((step) => {
          const isChosen = chosen.has(step.id)
          const marks = problems.byStep.get(step.id)
          const exits = drawnExits(step)
          return (
            <Box
              component="li"
              key={step.id}
              data-step={step.id}
              sx={{
                borderBottom: 1,
                borderColor: 'divider',
                bgcolor: isChosen ? 'action.selected' : undefined,
                contentVisibility: 'auto',
                containIntrinsicSize: 'auto 64px',
                p: 0.5,
              }}
            >
              <Button
                color="inherit"
                fullWidth
                aria-pressed={isChosen}
                onClick={() => onChoose(step.id)}
                sx={{
                  justifyContent: 'flex-start',
                  textAlign: 'start',
                  gap: 1,
                  color: 'text.primary',
                  fontWeight: 400,
                }}
              >
                <Icon name={words.typeOf(step.type).icon} size={18} />
                <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <b>{words.nameOf(step)}</b>
                  {step.message_text && step.name && (
                    <Box component="span" sx={TWO_LINES}>
                      {step.message_text}
                    </Box>
                  )}
                  {marks && marks.grave > 0 && (
                    <Box component="span" sx={{ display: 'block', color: 'error.main', fontSize: 13 }}>
                      {say('bots.flow.errors_of', { smart_count: marks.grave })}
                    </Box>
                  )}
                </Box>
              </Button>
              {exits.some(({ target }) => target !== null) && (
                <Box
                  component="ul"
                  sx={{ listStyle: 'none', m: 0, paddingInlineStart: 4.5, fontSize: 12.5, color: 'text.secondary' }}
                >
                  {exits.map(
                    (exit) =>
                      exit.target !== null && (
                        <li key={exit.key}>
                          {words.exitTitle(exit, step)} → {nameAt(exit.target)}
                        </li>
                      ),
                  )}
                </Box>
              )}
              {isChosen && (
                <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, paddingInlineStart: 4 }}>
                  <Button size="small" onClick={() => onOpen(step.id)}>
                    {say(mayEdit ? 'bots.flow.edit' : 'bots.flow.see')}
                  </Button>
                  {mayEdit && exits.length > 0 && (
                    <Button size="small" onClick={() => onConnect(step.id)}>
                      {say('bots.flow.connect')}
                    </Button>
                  )}
                  {mayEdit && (
                    <Button size="small" color="error" onClick={() => onRemove(step.id)}>
                      {say('bots.flow.remove')}
                    </Button>
                  )}
                </Box>
              )}
            </Box>
          )
        })}
      </Box>
    </>
  )
}

const TWO_LINES = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  color: 'text.secondary',
  fontSize: 13,
  lineHeight: 1.45,
} as const

/** Whether a text is in what a step says. @param asked in small letters */
export const matches = (step: StepRow, asked: string, type: string): boolean =>
  [step.name, step.message_text, step.variable, type, ...step.childs.map(({ title }) => title)].some((text) =>
    text?.toLocaleLowerCase().includes(asked),
  )
