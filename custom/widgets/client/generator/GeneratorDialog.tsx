import CopyIcon from '@mui/icons-material/ContentCopy'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useId, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { type DialogProps, errorsIn, useConsole, useProvider, useScope } from '#engine/client'
import { copied, KeyLayer, useFailure, useSay } from '#engine/ui'
import { embedAddress, embedCode, GTM_CODE } from '../../model/embed-code'
import { widgetAppearance, keptAppearance } from '../../model/kept-appearance'
import { AppearanceForm } from './AppearanceForm'
import { WidgetPreview } from './WidgetPreview'

/** Makes the code by which a page of others shows a widget, and keeps how it looks. */
export default function GeneratorDialog({ record, onClose }: DialogProps) {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const { config } = useConsole()
  const { mayEdit } = useScope()
  const titleId = useId()
  const small = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true })
  const [id, name] = [Number(record?.['id']), String(record?.['name'] ?? '')]
  const [appearance, setAppearance] = useState(() => widgetAppearance(record?.['appearance']))
  const [gtm, setGtm] = useState(String(record?.['gtm_code'] ?? ''))
  const [gtmError, setGtmError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const origin = String(config['url_console'] || window.location.origin).replace(/\/+$/, '')
  const code = embedCode(origin, { id, name }, appearance)
  const copy = async (): Promise<void> => {
    if (!(await copied(code, box.current as unknown as HTMLInputElement)))
      return fail(new Error(say('widgets.generator.not_copied')))
    notify(say('widgets.generator.copied'), { type: 'success' })
  }
  const save = async (): Promise<void> => {
    const gtm_code = gtm.trim().toUpperCase()
    if (gtm_code !== '' && !GTM_CODE.test(gtm_code)) return setGtmError(say('widgets.generator.gtm_wrong'))
    setBusy(true)
    try {
      const data = { appearance: keptAppearance(appearance), gtm_code: gtm_code || null, version: record?.['version'] }
      await provider.update('widgets', { id, data, previousData: { ...record, id } })
      notify(say('widgets.generator.saved'), { type: 'success' })
      onClose(true)
    } catch (failure) {
      const at = errorsIn(failure)['gtm_code']
      if (at) setGtmError(at)
      else fail(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={() => onClose()} maxWidth="lg" fullWidth fullScreen={small} aria-labelledby={titleId}>
      <KeyLayer>
        <DialogTitle id={titleId} variant="h2">
          {say('widgets.generator.title', { name })}
        </DialogTitle>
        <DialogContent
          sx={{
            display: 'grid',
            gap: 3,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(280px, 1fr) minmax(0, 2fr)' },
          }}
        >
          <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', pt: 1 }}>
            <AppearanceForm appearance={appearance} onChange={setAppearance} />
            <TextField
              size="small"
              label={say('widgets.generator.gtm')}
              value={gtm}
              placeholder="GTM-XXXXXXX"
              error={gtmError !== null}
              helperText={gtmError ?? say('widgets.generator.gtm_help')}
              disabled={!mayEdit}
              onChange={({ target }) => {
                setGtm(target.value)
                setGtmError(null)
              }}
            />
          </Box>
          <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', pt: 1, minWidth: 0 }}>
            {!record?.['sites'] && <Alert severity="info">{say('widgets.generator.no_sites')}</Alert>}
            {record?.['state'] !== '1' && <Alert severity="warning">{say('widgets.generator.off')}</Alert>}
            <WidgetPreview id={id} name={name} appearance={appearance} />
            <TextField
              size="small"
              label={say('widgets.generator.address')}
              value={embedAddress(origin, id)}
              onFocus={({ target }) => target.select()}
              slotProps={{ htmlInput: { readOnly: true }, inputLabel: { shrink: true } }}
            />
            <TextField
              size="small"
              multiline
              minRows={3}
              label={say('widgets.generator.code')}
              value={code}
              inputRef={box}
              onFocus={({ target }) => target.select()}
              slotProps={{
                htmlInput: { readOnly: true, spellCheck: false, style: { fontFamily: 'monospace', fontSize: 12 } },
                inputLabel: { shrink: true },
              }}
            />
          </Box>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
          <Button color="inherit" onClick={() => onClose()}>
            {say('form.close')}
          </Button>
          {mayEdit && (
            <Button loading={busy} onClick={() => void save()}>
              {say('widgets.generator.save')}
            </Button>
          )}
          <Button variant="contained" startIcon={<CopyIcon />} onClick={() => void copy()} autoFocus>
            {say('widgets.generator.copy')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
