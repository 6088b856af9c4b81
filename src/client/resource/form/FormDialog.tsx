import CloseIcon from '@mui/icons-material/Close'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslate, type Identifier } from 'react-admin'
import { useCallback, useId, useRef } from 'react'
import type { Entity } from '../../../model/entity'
import type { JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import { KeyLayer } from '../../../ui/keys'
import { useScope } from '../scope'
import { LoadedForm, useFormHeading } from './LoadedForm'
import type { AskToClose } from './UnsavedGuard'
import { allCells } from './form-fields'
import { useFormItem } from './form-item'
import { useRounds } from './use-rounds'

// Few fields need no wide dialog; a grid of rows does.
const FEW = 5

interface FormDialogProps {
  readonly id: Identifier | null
  /** The record that a new one begins like. */
  readonly copy?: Identifier
  readonly prefill?: JsonObject
  readonly onClose: () => void
  /** Called after a save; default: closes the dialog. */
  readonly onSaved?: (record: JsonObject) => void
  /** The dialog has no address of its own: closing it asks before changes are lost. */
  readonly inPlace?: boolean
}

/** The form of a record over the page it was opened from; on a phone it fills the screen. */
export default function FormDialog({
  id,
  copy,
  prefill,
  onClose,
  onSaved = onClose,
  inPlace = false,
}: FormDialogProps) {
  const translate = useTranslate()
  const { resource, entity, title } = useScope()
  const formId = useId()
  const { round, begin } = useRounds()
  const query = useFormItem(resource.name, id, round === 0 ? copy : undefined, round)
  const heading = useFormHeading(id, query)
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const asks = useRef<AskToClose | null>(null)
  const onAsk = useCallback((ask: AskToClose | null) => void (asks.current = ask), [])
  const close = () => {
    if (!asks.current) onClose()
    else
      void asks.current().then((may) => {
        if (may) onClose()
      })
  }
  return (
    <Dialog
      open
      onClose={close}
      fullWidth
      fullScreen={phone}
      maxWidth={isSmall(resource, entity) ? 'sm' : 'md'}
      aria-labelledby={`${formId}-title`}
      sx={{ '& form': { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 } }}
    >
      <KeyLayer late>
        <Stack
          direction="row"
          sx={{ alignItems: 'flex-start', px: 3, pt: 2, pb: 1.5, borderBottom: 1, borderColor: 'divider' }}
        >
          <div style={{ flex: 1, minWidth: 0 }}>
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
              {title}
            </Typography>
            <Typography variant="h2" id={`${formId}-title`} noWrap>
              {heading}
            </Typography>
          </div>
          <IconButton aria-label={translate('form.close')} onClick={close} edge="end">
            <CloseIcon fontSize="small" />
          </IconButton>
        </Stack>
        <LoadedForm
          formId={formId}
          id={id}
          query={query}
          copy={copy}
          prefill={prefill}
          closes
          repeats={!inPlace}
          onSaved={(record, again) => (again ? begin() : onSaved(record))}
          onAside={inPlace ? undefined : (again) => (again ? begin() : onClose())}
          onClose={close}
          onAsk={inPlace ? onAsk : undefined}
          renderBody={(fields) => <DialogContent sx={{ py: 2.5 }}>{fields}</DialogContent>}
          renderFooter={(buttons) => (
            <DialogActions
              sx={{ px: 3, py: 1.5, gap: 1, flexWrap: 'wrap', borderTop: 1, borderColor: 'divider' }}
              disableSpacing
            >
              {buttons}
            </DialogActions>
          )}
        />
      </KeyLayer>
    </Dialog>
  )
}

const isSmall = ({ form }: Resource, { fields }: Entity): boolean => {
  const cells = allCells(form.rows)
  return cells.length <= FEW && !cells.some(({ f }) => fields[f]?.children)
}
