import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useId, useMemo, useState } from 'react'
import { viewOf } from '../../../fields/view'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import { useProvider, type MergeView, type Undo } from '../../console/provider'
import { numbered } from '../../../ui/inputs/told-apart'
import { KeyLayer, useKeys } from '../../../ui/keys'
import { errorsIn, failureText } from '../../provider/failure'
import { useScope } from '../scope'
import { MergeFields, type Sides } from './MergeFields'

interface MergeProps {
  /** The record that goes. */
  readonly record: JsonObject
  readonly onDone: (text: string, undo: Undo | undefined) => void
  readonly onClose: () => void
}

type Id = number | string

/** Two records become one: which stays, which value of each field, and what goes over to it. */
export default function MergeDialog({ record, onDone, onClose }: MergeProps) {
  const translate = useTranslate()
  const { resource, headingOf } = useScope()
  const provider = useProvider()
  const titleId = useId()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const id = record['id'] as Id
  const [into, setInto] = useState<Id | null>(null)
  const [sides, setSides] = useState<Sides>({})
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const field = useMemo(() => otherField(resource), [resource])
  const Input = viewOf('ref').Input
  const { data, error, isFetching } = useQuery<MergeView, Error>({
    queryKey: [resource.name, 'merge', id, into],
    queryFn: () => provider.mergePreview(resource.name, id, into ?? ''),
    enabled: into !== null,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const choose = (value: Json) => {
    setInto(typeof value === 'number' || typeof value === 'string' ? value : null)
    setSides({})
    setRefusal(null)
  }
  const shown = into !== null && data ? data : null
  // Two of one name are told apart by their numbers.
  const isNamesake = shown !== null && headingOf(shown.gone) === headingOf(shown.kept)
  const called = (one: JsonObject): string =>
    isNamesake ? `${headingOf(one)} ${numbered({ id: one['id'] as Id })}` : headingOf(one)
  const merge = async () => {
    if (!shown || into === null || busy) return
    setBusy(true)
    try {
      const values = Object.fromEntries(
        shown.fields.filter((name) => sides[name] === 'gone').map((name) => [name, shown.gone[name] ?? null]),
      )
      const { msg, undo } = await provider.merge(resource.name, {
        id,
        into,
        version: shown.gone['version'] ?? null,
        into_version: shown.kept['version'] ?? null,
        values,
      })
      onDone(msg, undo)
    } catch (failure) {
      const [first] = Object.values(errorsIn(failure))
      setRefusal(first ?? failureText(failure, translate))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth fullScreen={phone} aria-labelledby={titleId}>
      <KeyLayer>
        <SaveKey run={merge} label={translate('merge.accept')} active={shown !== null && !busy} />
        <DialogTitle id={titleId} variant="h2" sx={{ pb: 1 }}>
          {translate('merge.title', { name: called(record) })}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5} sx={{ pt: 0.5 }}>
            <Input
              field={field}
              source="into"
              label={translate('merge.into')}
              help={translate('merge.into_help')}
              value={into}
              onChange={choose}
              error={error && into !== null ? (errorsIn(error)['into'] ?? failureText(error, translate)) : undefined}
              required
              disabled={busy}
              autoFocus
              form={EMPTY_FORM}
            />
            {shown && (
              <>
                <MergeFields
                  view={shown}
                  called={called}
                  sides={sides}
                  onSide={(name, side) => setSides((now) => ({ ...now, [name]: side }))}
                />
                <Uses view={shown} />
                <Typography variant="body2" color="text.secondary">
                  {translate('merge.text', { name: called(record) })}
                </Typography>
              </>
            )}
            {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="inherit" onClick={onClose} disabled={busy}>
            {translate('form.cancel')}
          </Button>
          <Button
            variant="contained"
            color="error"
            onClick={() => void merge()}
            disabled={shown === null}
            loading={busy || (into !== null && isFetching)}
          >
            {translate('merge.accept')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}

const EMPTY_FORM: JsonObject = {}

/** A look-up of the catalogue's own records. */
const otherField = ({ name, entity }: Resource): Field => ({
  name: 'into',
  entity,
  type: 'ref',
  title: '',
  required: true,
  system: false,
  readOnly: false,
  secret: false,
  search: false,
  unique: false,
  was: [],
  ref: { to: entity, resource: name, expand: {}, onDelete: 'restrict' },
  schema: {},
})

function SaveKey({ run, label, active }: { run: () => Promise<void>; label: string; active: boolean }) {
  useKeys([{ keys: 'ctrl+s', label, run: () => void run(), active }])
  return null
}

/** What refers to the record that goes, by catalogue. */
function Uses({ view: { uses, others } }: { view: MergeView }) {
  const translate = useTranslate()
  return (
    <section>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {translate('merge.uses')}
      </Typography>
      {uses.length === 0 && !others && (
        <Typography variant="body2" color="text.secondary">
          {translate('merge.nothing')}
        </Typography>
      )}
      {uses.length > 0 && (
        <Stack
          component="ul"
          direction="row"
          sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, m: 0, p: 0, listStyle: 'none' }}
        >
          {uses.map(({ resource, title, count }) => (
            <Typography key={resource} component="li" variant="body1">
              {translate('merge.use', { title, count })}
            </Typography>
          ))}
        </Stack>
      )}
      {others && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {translate('merge.others')}
        </Alert>
      )}
    </section>
  )
}
