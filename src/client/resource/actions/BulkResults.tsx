import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import { useTranslate, type Identifier } from 'react-admin'
import { useId } from 'react'
import type { RowResult } from '../../console/provider'
import { useUnnamed } from '../use-unnamed'
import { KeyLayer } from '../../../ui/keys'

/** The results of a change of several records, the failed ones first. */
export default function BulkResults({
  rows,
  names,
  refused,
  onClose,
}: {
  rows: readonly RowResult[]
  names: ReadonlyMap<Identifier, string>
  /** How many were refused, where `rows` has only the first of them. */
  refused?: number
  onClose: () => void
}) {
  const translate = useTranslate()
  const unnamed = useUnnamed()
  const id = useId()
  const failed = refused ?? rows.filter((row) => !row.ok).length
  const more = failed - rows.filter((row) => !row.ok).length
  const sorted = rows.toSorted((one, other) => Number(one.ok) - Number(other.ok))
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <KeyLayer>
        <DialogTitle id={id} variant="h2">
          {translate('bulk.some_failed', { smart_count: failed })}
        </DialogTitle>
        <DialogContent dividers sx={{ p: 0 }}>
          <List dense disablePadding aria-label={translate('bulk.results')}>
            {sorted.map((row) => (
              <ListItem key={row.id} divider>
                <ListItemIcon sx={{ minWidth: 32 }}>
                  {row.ok ? (
                    <CheckIcon color="success" fontSize="small" />
                  ) : (
                    <ErrorIcon color="error" fontSize="small" />
                  )}
                </ListItemIcon>
                <ListItemText
                  primary={(row.id === null ? undefined : names.get(row.id)) ?? row.label ?? unnamed(row.id ?? '')}
                  secondary={row.msg ?? (row.ok ? translate('record.done') : translate('errors.default'))}
                />
              </ListItem>
            ))}
            {more > 0 && (
              <ListItem>
                <ListItemText secondary={translate('bulk.more_refused', { smart_count: more })} />
              </ListItem>
            )}
          </List>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} variant="contained" autoFocus>
            {translate('form.close')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
