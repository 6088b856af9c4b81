import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import { useTranslate } from 'react-admin'
import { isUnderWay, type ImportView } from '../../../model/import-answer'
import { useConfirm } from '../../../ui/Confirm'
import { useKeys } from '../../../ui/keys'
import type { FollowedImport } from './use-import'

/** The actions of a run in its current state. */
export function ImportActions({
  state,
  view,
  onAnother,
  onClose,
}: {
  state: FollowedImport
  view: ImportView
  onAnother: () => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const [ask, question] = useConfirm()
  const working = isUnderWay(view.state)
  const label = translate('import.save', { smart_count: view.counts.ok })
  const save = () => void state.act('importSave', { page: 1 })
  useKeys([{ keys: 'ctrl+s', label, run: save, active: view.can_save && !state.busy }])
  const undo = async () => {
    const yes = await ask({
      title: translate('import.undo_ask'),
      text: translate('import.undo_text', { created: view.counts.created, changed: view.counts.changed }),
      accept: translate('import.undo'),
      danger: true,
    })
    if (yes) await state.act('importUndo')
  }
  return (
    <DialogActions
      sx={{ px: { xs: 2, sm: 3 }, py: 1.5, borderTop: 1, borderColor: 'divider', flexWrap: 'wrap', rowGap: 1 }}
    >
      {question}
      {view.can_undo && (
        <Button color="inherit" onClick={() => void undo()} disabled={state.busy}>
          {translate('import.undo')}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      {!working && (
        <Button color="inherit" onClick={onAnother}>
          {translate('import.another')}
        </Button>
      )}
      {working ? (
        <>
          <Button
            color="inherit"
            onClick={() => void state.act('importCancel')}
            disabled={state.busy || view.state === 'undoing'}
          >
            {translate('import.cancel')}
          </Button>
          <Button variant="outlined" onClick={onClose}>
            {translate('import.leave')}
          </Button>
        </>
      ) : view.can_save ? (
        <Button variant="contained" onClick={save} loading={state.busy} aria-keyshortcuts="Control+S">
          {label}
        </Button>
      ) : (
        <Button variant="contained" onClick={onClose}>
          {translate('form.close')}
        </Button>
      )}
    </DialogActions>
  )
}
