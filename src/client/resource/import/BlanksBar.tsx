import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useId } from 'react'
import type { ImportView } from '../../../model/import-answer'
import type { FollowedImport } from './use-import'

/** What becomes of values whose cell is blank: they stay, or the whole file empties them. */
export function BlanksBar({ state, view }: { state: FollowedImport; view: ImportView }) {
  const translate = useTranslate()
  const id = useId()
  const { blanks } = view.counts
  if (blanks === 0) return null
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography id={id}>{translate('import.blanks', { smart_count: blanks })}</Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-labelledby={id}
        value={view.blanks}
        disabled={state.busy}
        onChange={(_event, chosen: ImportView['blanks'] | null) => {
          if (chosen) void state.act('importBlanks', { blanks: chosen })
        }}
      >
        <ToggleButton value="keep">{translate('import.blanks_keep')}</ToggleButton>
        <ToggleButton value="empty" color="error">
          {translate('import.blanks_empty', { smart_count: blanks })}
        </ToggleButton>
      </ToggleButtonGroup>
    </Stack>
  )
}
