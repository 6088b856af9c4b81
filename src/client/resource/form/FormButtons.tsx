import Button from '@mui/material/Button'
import { useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useKeys } from '../../../ui/keys'

/** Cancel and save; `Ctrl+S` saves from anywhere in the form. */
export function FormButtons({ formId, accept, dismiss, danger = false, onClose }: {
  formId: string
  /** Label of the accepting button; default: save. */
  accept?: string
  /** Label of the other one; default: cancel. */
  dismiss?: string
  danger?: boolean
  onClose: () => void
}) {
  const translate = useTranslate()
  const { isSubmitting } = useFormState()
  useKeys([{ keys: 'ctrl+s', label: accept ?? translate('form.key_save'), run: () => submit(formId), active: !isSubmitting }])
  return (
    <>
      <Button color="inherit" onClick={onClose} disabled={isSubmitting}>
        {dismiss ?? translate('form.cancel')}
      </Button>
      <Button type="submit" form={formId} variant="contained" color={danger ? 'error' : 'primary'} loading={isSubmitting} aria-keyshortcuts="Control+S">
        {accept ?? translate('form.save')}
      </Button>
    </>
  )
}

const submit = (formId: string): void => {
  const form = document.getElementById(formId)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}
