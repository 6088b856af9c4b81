import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { answersOf } from '../../../model/forms/form'
import type { Json, JsonObject } from '../../../model/json'
import type { InputProps } from '../../../ui/field-view'
import { failureText } from '../../provider/failure'
import { innerErrors } from '../form/inner-errors'
import { FormFields } from './FormFields'
import { useVersion } from './use-version'

/**
 * The answers of a record: the questions of the form that it names, by the publication that was answered, or by the
 * present one.
 */
export function AnswersInput({
  field,
  form,
  source,
  value,
  onChange,
  onBlur,
  disabled,
  error,
  help,
  autoFocus,
}: InputProps) {
  const translate = useTranslate()
  const {
    formState: { errors },
    clearErrors,
  } = useFormContext()
  const chosen = form[field.answers?.form ?? '']
  const id = typeof chosen === 'number' ? chosen : null
  const answers = answersOf(value)
  // Another form was chosen meanwhile: its questions are others.
  const own = answers && (answers.form === null || answers.form === id) ? answers : null
  const { compiled, failure, retry } = useVersion(id, own?.version ?? null)
  if (id === null) return <Faint>{translate('answers.choose_form')}</Faint>
  if (failure) {
    return (
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }} role="alert">
        <Box sx={{ fontSize: 13.5, color: 'error.main' }}>{failureText(failure, translate)}</Box>
        <Button size="small" color="inherit" onClick={retry}>
          {translate('actions.retry')}
        </Button>
      </Stack>
    )
  }
  if (!compiled) return <Skeleton variant="rounded" height={120} aria-busy />
  const found = Object.fromEntries(
    innerErrors(errors).flatMap(({ path, message }) =>
      path.startsWith(`${source}.`) ? [[path.slice(source.length + 1), message]] : [],
    ),
  )
  const put = (values: JsonObject, key: string): void => {
    onChange({ form: id, version: compiled.number, values, words: (own?.words ?? []) as unknown as Json })
    clearErrors(`${source}.${key}`)
  }
  return (
    <Box data-field={source}>
      {(error ?? help) && (
        <Box
          sx={{ fontSize: 12.5, mb: 1, color: error ? 'error.main' : 'text.secondary' }}
          role={error ? 'alert' : undefined}
        >
          {error ?? help}
        </Box>
      )}
      <FormFields
        key={`${compiled.form}/${compiled.number}`}
        compiled={compiled}
        values={own?.values ?? {}}
        onChange={put}
        errors={found}
        disabled={disabled}
        source={source}
        holder={field}
        autoFocus={autoFocus}
        onBlur={onBlur}
      />
    </Box>
  )
}

const Faint = ({ children }: { readonly children: string }) => (
  <Box sx={{ fontSize: 13.5, color: 'text.secondary', py: 1 }}>{children}</Box>
)
