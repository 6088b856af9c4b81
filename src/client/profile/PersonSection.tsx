import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useNotify, useTranslate } from 'react-admin'
import { useState, type FormEvent, useCallback } from 'react'
import { viewOf } from '../../fields/view'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import { isSame } from '../../model/values/same'
import { entityFieldKeys } from '../../model/field-words'
import { fieldHelp } from '../console/labels'
import { useShell } from '../console/shell-context'
import { errorsIn } from '../provider/failure'
import type { Profile } from '../../model/shell-answers'
import { useFailure } from '../../ui/failure'
import { useSay } from '../../ui/show/style'
import { Section } from './Section'

const USERS = { name: 'users', entity: 'users' }

/** The label of a value of the profile: the profile's own words, else those of the users' fields. */
function useFieldWords(): (name: string, field?: Field) => string {
  const translate = useTranslate()
  return useCallback(
    (name, field) => {
      const own = translate(`profile.${name}`, { _: '' })
      return (
        own ||
        entityFieldKeys('users', field, name).reduceRight(
          (otherwise, key) => translate(key, { _: otherwise }),
          field?.title ?? name,
        )
      )
    },
    [translate],
  )
}

// Shown, and changed only by others.
const TOLD = ['name', 'surname', 'email']

/** What they are and where they belong: what their references expand to. */
const named = (item: JsonObject): readonly string[] => Object.keys(item).filter((key) => key.endsWith('_name'))

/** The user's own data: facts that are shown, and fields that they may change. */
export function PersonSection({
  profile: { item, fields },
  disabled,
  onSaved,
}: {
  profile: Profile
  disabled: boolean
  onSaved: () => void
}) {
  const say = useSay()
  const notify = useNotify()
  const translate = useTranslate()
  const fail = useFailure()
  const { calls } = useShell()
  const words = useFieldWords()
  const [values, setValues] = useState<JsonObject>(item)
  const [errors, setErrors] = useState<{ readonly [source: string]: string }>({})
  const [busy, setBusy] = useState(false)
  const changed = fields.filter(({ name }) => !isSame(values[name] ?? null, item[name] ?? null))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (changed.length === 0 || busy) return
    setBusy(true)
    try {
      notify(await calls.updateProfile(Object.fromEntries(changed.map(({ name }) => [name, values[name] ?? null]))), {
        type: 'success',
      })
      onSaved()
    } catch (error) {
      setErrors(errorsIn(error))
      if (Object.keys(errorsIn(error)).length === 0) fail(error)
    } finally {
      setBusy(false)
    }
  }
  const change =
    (field: Field) =>
    (value: Json): void => {
      setValues((now) => ({ ...now, [field.name]: value }))
      setErrors(({ [field.name]: _mended, ...rest }) => rest)
    }
  return (
    <Section title={say('profile.person')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {[...TOLD, ...named(item)]
          .filter((name) => typeof item[name] === 'string' && item[name] !== '')
          .map((name) => (
            <Box key={name} sx={{ minWidth: 0 }}>
              <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                {words(name)}
              </Typography>
              <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {String(item[name])}
              </Typography>
            </Box>
          ))}
      </Box>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void submit(event)}
        sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
      >
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          {fields.map((field) => {
            const { Input } = viewOf(field.type)
            return (
              <Input
                key={field.name}
                field={field}
                source={field.name}
                label={words(field.name, field)}
                value={values[field.name] ?? null}
                onChange={change(field)}
                error={errors[field.name]}
                help={fieldHelp(translate, USERS, field)}
                required={field.required}
                disabled={disabled || busy}
                form={values}
              />
            )
          })}
        </Box>
        {!disabled && (
          <Button
            type="submit"
            variant="contained"
            disabled={changed.length === 0 || busy}
            sx={{ alignSelf: 'flex-start' }}
          >
            {say('form.save')}
          </Button>
        )}
      </Box>
    </Section>
  )
}
