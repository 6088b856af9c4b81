import PrintIcon from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useRef, type BaseSyntheticEvent } from 'react'
import { useKeys } from '../../../ui/keys'
import { useFormParts } from './form-parts'
import { AGAIN } from './use-form-keys'

const MORE = 'more'

/** Whether the second accepting button sent the form. */
export function isMore(event: BaseSyntheticEvent | undefined): boolean {
  const { submitter } = (event?.nativeEvent ?? {}) as { readonly submitter?: HTMLElement | null }
  return submitter?.getAttribute('name') === MORE
}

/** Cancel and save; `Ctrl+S` saves from anywhere in the form. */
export function FormButtons({
  formId,
  accept,
  dismiss,
  more,
  danger = false,
  repeats = false,
  onClose,
}: {
  formId: string
  /** Label of the accepting button; default: save. */
  accept?: string
  /** Label of the other one; default: cancel. */
  dismiss?: string
  /** Label of a second accepting button (`isMore`). */
  more?: string
  danger?: boolean
  /** A new record, after which another may be begun. */
  repeats?: boolean
  onClose: () => void
}) {
  const translate = useTranslate()
  const { isSubmitting } = useFormState()
  const parts = useFormParts()
  const steps = parts?.layout === 'steps' && parts.formId === formId ? parts : null
  const [before, next] = [steps?.all[steps.at - 1], steps?.all[steps.at + 1]]
  const goesOn = steps?.inOrder === true && next !== undefined
  const done = goesOn ? translate('form.next') : (accept ?? translate('form.save'))
  useKeys([
    {
      keys: 'ctrl+s',
      label: goesOn ? translate('form.step_next') : (accept ?? translate('form.key_save')),
      run: () => submit(formId),
      active: !isSubmitting,
    },
  ])
  const again = useRef<HTMLButtonElement>(null)
  const repeatable = repeats && !goesOn
  useKeys([
    {
      keys: 'ctrl+enter',
      label: translate('form.save_again'),
      run: () => submit(formId, again.current),
      active: repeatable && !isSubmitting,
    },
  ])
  return (
    <>
      <Button color="inherit" onClick={onClose} disabled={isSubmitting}>
        {dismiss ?? translate('form.cancel')}
      </Button>
      {before && (
        <Button variant="outlined" color="inherit" onClick={() => steps?.open(before.key)} disabled={isSubmitting}>
          {translate('form.back')}
        </Button>
      )}
      {next && !goesOn && (
        <Button variant="outlined" color="inherit" onClick={() => steps?.open(next.key)} disabled={isSubmitting}>
          {translate('form.next')}
        </Button>
      )}
      <Button
        type="submit"
        form={formId}
        variant="contained"
        color={danger ? 'error' : 'primary'}
        loading={isSubmitting}
        aria-keyshortcuts="Control+S"
      >
        {done}
      </Button>
      {more !== undefined && (
        <Button
          type="submit"
          name={MORE}
          form={formId}
          variant="outlined"
          startIcon={<PrintIcon />}
          disabled={isSubmitting}
          aria-keyshortcuts="Control+Enter"
        >
          {more}
        </Button>
      )}
      {/* After the other: Enter in a field presses a form's first button that sends it. */}
      {repeatable && (
        <Button
          ref={again}
          type="submit"
          name={AGAIN}
          form={formId}
          variant="outlined"
          color="inherit"
          disabled={isSubmitting}
          aria-keyshortcuts="Control+Enter"
        >
          {translate('form.save_again')}
        </Button>
      )}
    </>
  )
}

const submit = (formId: string, by: HTMLElement | null = null): void => {
  const form = document.getElementById(formId)
  if (form instanceof HTMLFormElement) form.requestSubmit(by)
}
