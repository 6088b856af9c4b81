import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { failureText, FormFields } from '#engine/client'
import type { CompiledForm, JsonObject } from '#engine/model'
import { useSay } from '#engine/ui'

interface PreviewPaneProps {
  /** null: not tried yet, or with mistakes. */
  readonly compiled: CompiledForm | null
  readonly busy: boolean
  readonly failure: unknown
  readonly onRetry: () => void
  /** Why the form shown is an earlier one, as a text's key. */
  readonly stale: string | null
}

/** The form as people will see it, drawn by the code that draws it for them; what is typed here is kept nowhere. */
export function PreviewPane({ compiled, busy, failure, onRetry, stale }: PreviewPaneProps) {
  const say = useSay()
  const [values, setValues] = useState<JsonObject>({})
  const [last, setLast] = useState<CompiledForm | null>(null)
  // With a mistake in a row the last form that was right stays.
  if (compiled && compiled !== last) setLast(compiled)
  const shown = compiled ?? last
  return (
    <Paper variant="outlined" component="section" aria-label={say('forms.preview')} sx={{ p: 2.5, minWidth: 0 }}>
      <Box component="h2" sx={{ m: 0, mb: 2, typography: 'h3' }}>
        {say('forms.preview')}
      </Box>
      {stale !== null && (
        <Box role="status" sx={{ fontSize: 13, color: 'warning.main', mb: 2 }}>
          {say(stale)}
        </Box>
      )}
      {failure !== null && failure !== undefined && (
        <Box role="alert" sx={{ fontSize: 13, mb: 2 }}>
          {failureText(failure, say)}{' '}
          <Button size="small" color="inherit" onClick={onRetry}>
            {say('actions.retry')}
          </Button>
        </Box>
      )}
      {shown && shown.sections.length > 0 ? (
        <FormFields
          compiled={shown}
          values={values}
          onChange={setValues}
          errors={NO_ERRORS}
          disabled={false}
          source="preview"
        />
      ) : busy ? (
        <Skeleton variant="rounded" height={120} aria-busy />
      ) : (
        <Box sx={{ color: 'text.secondary' }}>{say('forms.preview_empty')}</Box>
      )}
    </Paper>
  )
}

const NO_ERRORS = {}
