import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useCallback, useMemo, useState } from 'react'
import {
  ConflictQuestion,
  LeaveGuard,
  RestoredNotice,
  rebased,
  useAsked,
  useConsole,
  useGridOrder,
  useHeldDraft,
  useProvider,
  useSaving,
  useScope,
} from '#engine/client'
import { type CompiledForm, isUnfinished, type JsonObject, previewCall, publishCall } from '#engine/model'
import { AppLink, Badge, HIDDEN, TextBox, useFailure, useKeys, useSay } from '#engine/ui'
import { useNotify } from 'react-admin'
import { FieldCard } from './FieldCard'
import { formDraftOf, movedRow, newField, sentField, triedField, type EditorField, type FormDraft } from './form-draft'
import { PreviewPane } from './PreviewPane'
import { VersionList } from './VersionList'

const REST_MS = 300

/** A form while it is made: its fields in order, beside them the form as people will see it, and its publications. */
export function FormEditor({ item, onReload }: { readonly item: JsonObject; readonly onReload: () => void }) {
  const say = useSay()
  const notify = useNotify()
  const fail = useFailure()
  const provider = useProvider()
  const { actor, model } = useConsole()
  const { mayEdit } = useScope()
  const id = Number(item['id'])
  const target = String(item['target'])
  const about = model.application.forms.find(({ value }) => value === target)
  const addsFields = about?.adds_to !== undefined || about?.entity !== undefined
  const held = useHeldDraft<FormDraft>(
    { key: `${actor.id}.form.${id}`, version: Number(item['version']) },
    formDraftOf(item),
  )
  const { draft, change } = held
  const [open, setOpen] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const saver = useSaving<JsonObject, JsonObject>(() => {
    held.forget()
    onReload()
  })
  const send = useCallback(async () => {
    const data = { name: draft.name, fields: draft.fields.map((field) => sentField(field, !addsFields)) }
    const { data: saved } = await provider.update('forms', {
      id,
      data: { ...data, version: item['version'] },
      previousData: item as { id: number },
    })
    return saved as JsonObject
  }, [provider, draft, id, item, addsFields])
  const save = () => saver.save(send, async () => (await provider.form('forms', id)).item)
  const publish = () => {
    setBusy(true)
    provider
      .call(publishCall, { id })
      .then(({ msg }) => {
        notify(msg ?? '', { type: 'success' })
        onReload()
      }, fail)
      .finally(() => setBusy(false))
  }
  const tried = useAsked(previewCall, { id, name: draft.name, target, fields: draft.fields.map(triedField) }, REST_MS)
  const put = (at: number, part: Partial<EditorField>) => {
    saver.settle()
    change(({ fields }) => ({ fields: fields.map((one, i) => (i === at ? { ...one, ...part } : one)) }))
  }
  const add = (at: number) => {
    const field = newField('text')
    change(({ fields }) => ({ fields: [...fields.slice(0, at), field, ...fields.slice(at)] }))
    setOpen(field.row)
  }
  const onMove = useCallback(
    (from: number, to: number) => change(({ fields }) => ({ fields: movedRow(fields, from, to) })),
    [change],
  )
  const order = useGridOrder(draft.fields.length, onMove)
  useKeys([{ keys: 'ctrl+s', label: say('form.save'), run: save, active: mayEdit && held.isDirty && !saver.busy }])
  // A condition that is still being put together says so itself; it is no mistake.
  const problems = useMemo(() => tried.answer?.problems ?? [], [tried.answer])
  const mistakes = useMemo(
    () => problems.filter(({ row, at }) => at !== 'condition' || !isUnfinished(draft.fields[row]?.condition ?? null)),
    [problems, draft.fields],
  )
  const wrong = useMemo(() => problemsOf(mistakes, saver.refusal?.errors ?? {}), [mistakes, saver.refusal])
  const stale = mistakes.length > 0 ? 'forms.preview_broken' : problems.length > 0 ? 'forms.preview_unfinished' : null
  const take = (theirs: JsonObject, mine: boolean) =>
    mine
      ? held.rebase(formDraftOf(theirs), rebased(held.draft, held.base, formDraftOf(theirs)))
      : held.restart(formDraftOf(theirs))

  return (
    <Stack spacing={2} sx={{ p: 2, minWidth: 0 }}>
      <Box>
        <AppLink to={`/forms/${target}`} color="text.secondary" sx={{ fontSize: 13 }}>
          {about?.title ?? say('resources.forms.name')}
        </AppLink>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mt: 0.5 }}>
          <Box component="h1" sx={{ m: 0, typography: 'h1', flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' }}>
            {draft.name || say('forms.unnamed')}
          </Box>
          <Badge>
            {item['published'] ? say('forms.version', { n: Number(item['published']) }) : say('forms.draft')}
          </Badge>
          {mayEdit && (
            <Button variant="outlined" color="inherit" disabled={!held.isDirty} loading={saver.busy} onClick={save}>
              {say('form.save')}
            </Button>
          )}
          {mayEdit && (
            <Button variant="contained" disabled={held.isDirty} loading={busy} onClick={publish}>
              {say('forms.publish')}
            </Button>
          )}
        </Box>
        {mayEdit && held.isDirty && (
          <Box sx={{ fontSize: 12.5, color: 'text.secondary', mt: 0.5 }}>{say('forms.save_first')}</Box>
        )}
      </Box>
      {held.isRestored && <RestoredNotice onDiscard={() => held.restart(held.base)} />}
      {saver.conflict && <ConflictQuestion conflict={saver.conflict} onTake={take} />}
      {saver.refusal && <Alert severity="error">{saver.refusal.message}</Alert>}
      <LeaveGuard isDirty={held.isDirty && saver.saved === null} />
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Stack spacing={1.5} component="section" aria-label={say('forms.fields')} sx={{ minWidth: 0 }}>
          <TextBox
            source="name"
            label={say('forms.name')}
            text={draft.name}
            onText={(name) => change({ name })}
            required
            disabled={!mayEdit}
            maxLength={80}
            error={saver.refusal?.errors['name']}
          />
          <Stack component="ol" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0 }} aria-label={say('forms.fields')}>
            {draft.fields.map((field, at) => (
              <FieldCard
                key={field.row}
                at={at}
                field={field}
                above={draft.fields.slice(0, at)}
                count={draft.fields.length}
                isOpen={open === field.row}
                order={order}
                addsFields={addsFields}
                disabled={!mayEdit}
                errors={wrong.get(at) ?? NO_ERRORS}
                onOpen={() => setOpen(open === field.row ? null : field.row)}
                onPut={(part) => put(at, part)}
                onNext={() => add(at + 1)}
                onRemove={() => change(({ fields }) => ({ fields: fields.filter((one) => one.row !== field.row) }))}
              />
            ))}
          </Stack>
          {draft.fields.length === 0 && <Box sx={{ color: 'text.secondary', py: 2 }}>{say('forms.no_fields')}</Box>}
          {mayEdit && (
            <Button
              variant="outlined"
              color="inherit"
              onClick={() => add(draft.fields.length)}
              sx={{ alignSelf: 'flex-start' }}
            >
              {say('forms.add_field')}
            </Button>
          )}
          <span role="status" aria-live="polite" style={HIDDEN}>
            {order.announcement}
          </span>
        </Stack>
        <Stack spacing={3} sx={{ position: { lg: 'sticky' }, top: { lg: 16 }, minWidth: 0 }}>
          <PreviewPane
            compiled={(tried.answer?.form ?? null) as CompiledForm | null}
            busy={tried.busy}
            failure={tried.failure}
            onRetry={tried.retry}
            stale={stale}
          />
          <VersionList id={id} />
        </Stack>
      </Box>
    </Stack>
  )
}

type Errors = { readonly [column: string]: string | undefined }
const NO_ERRORS: Errors = {}

/** Sentences by row and column: what a try found, and what a save refused. */
function problemsOf(
  problems: readonly { readonly row: number; readonly at: string; readonly say: string }[],
  refused: { readonly [path: string]: string },
): ReadonlyMap<number, Errors> {
  const found = new Map<number, { [column: string]: string }>()
  const tell = (row: number, column: string, sentence: string) =>
    found.set(row, { ...found.get(row), [column]: sentence })
  for (const { row, at, say } of problems) tell(row, at, say)
  for (const [path, sentence] of Object.entries(refused)) {
    const [, row, column] = /^fields\.(\d+)\.(\w+)$/.exec(path) ?? []
    if (row !== undefined && column !== undefined) tell(Number(row), column, sentence)
  }
  return found
}
