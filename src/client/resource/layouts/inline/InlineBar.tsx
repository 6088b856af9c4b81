import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useConfirm } from '../../../../ui/Confirm'

interface InlineBarProps {
  readonly cells: number
  readonly rows: number
  readonly wrong: number
  readonly saving: boolean
  /** Only the changed rows are shown, be they on this page or not. */
  readonly only: boolean
  readonly onOnly: (only: boolean) => void
  readonly onSave: () => void
  readonly onDiscard: () => void
}

/** How much was typed, and what to do with it. */
export function InlineBar({ cells, rows, wrong, saving, only, onOnly, onSave, onDiscard }: InlineBarProps) {
  const translate = useTranslate()
  const [ask, dialog] = useConfirm()
  const discard = async () => {
    const text = translate('inline.discard_text', { smart_count: cells })
    if (
      cells < 2 ||
      (await ask({
        title: translate('inline.discard_title'),
        text,
        accept: translate('inline.discard'),
        cancel: translate('form.unsaved_stay'),
        danger: true,
      }))
    )
      onDiscard()
  }
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        py: 0.75,
        minHeight: 46,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: rows > 0 ? 'action.selected' : undefined,
        flexWrap: 'wrap',
      }}
    >
      <Typography
        variant="body2"
        role="status"
        sx={{ flex: 1, color: rows > 0 ? 'text.primary' : 'text.secondary', fontWeight: rows > 0 ? 600 : 400 }}
      >
        {rows === 0
          ? translate('inline.hint')
          : `${translate('inline.changes', { smart_count: cells })} ${translate('inline.rows', { smart_count: rows })}`}
        {wrong > 0 && (
          <Typography
            component="span"
            variant="body2"
            sx={{ color: 'error.main' }}
          >{` · ${translate('inline.wrong', { smart_count: wrong })}`}</Typography>
        )}
      </Typography>
      {(rows > 0 || only) && (
        <FormControlLabel
          control={<Switch checked={only} onChange={(_event, next) => onOnly(next)} />}
          label={translate('inline.only')}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
      {rows > 0 && (
        <Button color="inherit" disabled={saving} onClick={() => void discard()}>
          {translate('inline.discard')}
        </Button>
      )}
      {rows > 0 && (
        <Button variant="contained" loading={saving} onClick={onSave} aria-keyshortcuts="Control+S">
          {translate('form.save')}
        </Button>
      )}
      {dialog}
    </Stack>
  )
}
