import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useId, useMemo } from 'react'
import { LoadedForm, ResourceScope, useConsole, useFormHeading, useFormItem } from '#engine/client'
import type { JsonObject } from '#engine/model'
import { useSay } from '#engine/ui'

/** What the drawing itself says of a step, which its form need not ask here. */
const DRAWN = new Set(['id_bot', 'position_x', 'position_y'])

interface StepPanelProps {
  /** The server's id; null: a new step. */
  readonly id: number | null
  readonly prefill?: JsonObject
  /** Versions that the drawing has saved. */
  readonly drawn?: ReadonlySet<number>
  readonly onSaved: (item: JsonObject) => void
  readonly onClose: () => void
  readonly onAsk?: (ask: (() => Promise<boolean>) | null) => void
}

/** The form of one step, as its metadata has it. */
export function StepPanel(props: StepPanelProps) {
  const { model } = useConsole()
  const steps = model.resources['bot_steps']
  const resource = useMemo(
    () => steps && { ...steps, form: { ...steps.form, rows: withoutDrawn(steps.form.rows) } },
    [steps],
  )
  if (!resource) return null
  return (
    <ResourceScope resource={resource}>
      <StepForm {...props} />
    </ResourceScope>
  )
}

type FormRows = ReturnType<typeof useConsole>['model']['resources'][string]['form']['rows']

function withoutDrawn(rows: FormRows): FormRows {
  return rows.flatMap((row): FormRows[number][] => {
    if (!('cells' in row)) return [row]
    const cells = row.cells.filter(({ f }) => !DRAWN.has(f))
    return cells.length === 0
      ? []
      : [
          {
            ...row,
            cells: cells.length === 1 && row.cells.length > 1 ? cells.map((cell) => ({ ...cell, columns: 12 })) : cells,
          },
        ]
  })
}

function StepForm({ id, prefill, drawn = NO_STEPS, onSaved, onClose, onAsk }: StepPanelProps) {
  const say = useSay()
  const formId = useId()
  const query = useFormItem('bot_steps', id)
  const heading = useFormHeading(id, query)
  return (
    <Box
      component="section"
      aria-labelledby={`${formId}-title`}
      sx={{ '& form': { display: 'flex', flexDirection: 'column' } }}
    >
      <Box component="h2" id={`${formId}-title`} sx={{ m: 0, px: 2, pt: 1.5, typography: 'h3' }}>
        {id === null ? say('bots.flow.new_step') : heading}
      </Box>
      <LoadedForm
        formId={formId}
        id={id}
        query={query}
        prefill={prefill}
        savedBeside={drawn}
        onSaved={onSaved}
        onClose={onClose}
        onAsk={onAsk}
        renderBody={(fields) => <Box sx={{ p: 2 }}>{fields}</Box>}
        renderFooter={(buttons) => (
          <Box
            sx={{
              position: 'sticky',
              bottom: 0,
              display: 'flex',
              flexWrap: 'wrap',
              justifyContent: 'flex-end',
              gap: 1,
              px: 2,
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
              bgcolor: 'background.paper',
              zIndex: 1,
            }}
          >
            {buttons}
          </Box>
        )}
      />
    </Box>
  )
}

const NO_STEPS: ReadonlySet<number> = new Set()

/** A step that is still on its way to the server has no form yet. */
export const StepOnItsWay = () => (
  <Stack spacing={1} sx={{ p: 2 }} aria-busy>
    <Skeleton variant="rounded" height={36} />
    <Skeleton variant="rounded" height={80} />
  </Stack>
)
