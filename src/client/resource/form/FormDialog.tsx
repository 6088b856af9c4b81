import CloseIcon from '@mui/icons-material/Close'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useTranslate, type Identifier } from 'react-admin'
import { useId } from 'react'
import type { JsonObject } from '../../../model/json'
import { KeyLayer } from '../../ui/keys'
import { useScope } from '../scope'
import { allCells } from './form-fields'
import { FormButtons } from './FormButtons'
import { FormLoader } from './FormLoader'
import { useFormItem } from './form-item'
import { RecordForm } from './RecordForm'

// Few fields need no wide dialog.
const FEW = 5

/** The form of a record over the page it was opened from; on a phone it fills the screen. */
export default function FormDialog({ id, prefill, onClose }: { id: Identifier | null; prefill?: JsonObject; onClose: () => void }) {
  const translate = useTranslate()
  const { resource, title, nameOf } = useScope()
  const formId = useId()
  const query = useFormItem(resource.name, id)
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      fullScreen={phone}
      maxWidth={allCells(resource.form.rows).length <= FEW ? 'sm' : 'md'}
      aria-labelledby={`${formId}-title`}
      sx={{ '& form': { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 } }}
    >
      <KeyLayer>
        <Stack direction="row" sx={{ alignItems: 'flex-start', px: 3, pt: 2, pb: 1.5, borderBottom: 1, borderColor: 'divider' }}>
          <div style={{ flex: 1, minWidth: 0 }}>
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
              {title}
            </Typography>
            <Typography variant="h2" id={`${formId}-title`} noWrap>
              {id === null ? translate('form.new_title') : translate('form.edit_title', { name: query.data ? nameOf(query.data) : '' })}
            </Typography>
          </div>
          <IconButton aria-label={translate('form.close')} onClick={onClose} edge="end">
            <CloseIcon fontSize="small" />
          </IconButton>
        </Stack>
        <FormLoader query={query} prefill={prefill}>
          {(item) => (
            <RecordForm
              formId={formId}
              id={id}
              item={item}
              onSaved={onClose}
              renderBody={(fields) => <DialogContent sx={{ py: 2.5 }}>{fields}</DialogContent>}
              footer={
                <DialogActions sx={{ px: 3, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
                  <FormButtons formId={formId} onClose={onClose} />
                </DialogActions>
              }
            />
          )}
        </FormLoader>
      </KeyLayer>
    </Dialog>
  )
}
