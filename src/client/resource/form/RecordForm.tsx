import Stack from '@mui/material/Stack'
import { Form, useTranslate, type Identifier } from 'react-admin'
import type { FieldValues, FieldErrors, Resolver } from 'react-hook-form'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { isEditable } from '../../../model/rights/hidden'
import type { JsonObject, Json } from '../../../model/json'
import { useConsole } from '../../console/console'
import { useProvider } from '../../console/provider'
import { createAttemptStore } from '../../form/attempt'
import { conflictOf, type Conflict } from '../../form/conflict'
import { useFailure } from '../../../ui/failure'
import { errorKey } from '../../../model/error-key'
import { prepareInputs } from '../../../ui/inputs/late-input'
import { createTypedTexts } from '../../../ui/inputs/typed-texts'
import { useScope, type ScreenScope } from '../scope'
import { ConflictNotice } from './ConflictNotice'
import { DraftNotice } from './DraftNotice'
import { ErrorSummary } from './ErrorSummary'
import { CountedValues } from './CountedValues'
import { LockNotice } from './LockNotice'
import { SavedBeside } from './SavedBeside'
import { SetValues } from './SetValues'
import { createFarStore, FarValues } from './far-values'
import { allCells } from './form-fields'
import { FormBody } from './FormBody'
import { FormPartsRoom } from './FormPartsRoom'
import { createStepGate } from './form-parts'
import { OpenRecordProvider, type OpenRecord } from './open-record'
import { TypedRoom, withTyped } from './typed-room'
import { UnsavedGuard, type AskToClose } from './UnsavedGuard'
import { FormKeysPlace, useFormKeys } from './use-form-keys'
import { useSave } from './use-save'
import { fieldTypes } from '../../../fields/data'
import { canonicalRecord } from '../../../model/canonical'
import type { FieldError } from '../../../model/field-type'
import type { Model } from '../../../model/model'
import { withSetValues } from '../../../model/validation/set-values'
import { validateRecord } from '../../../model/validation/validate'
import { gridRowErrors } from '../grid/row-errors'
import { nestedErrors } from './inner-errors'

/**
 * Checks a form with the server's own validation.
 * @param entities the Model's, for the rows of `children` fields
 * @param shown names of the fields that are asked: errors elsewhere cannot be corrected here, and the server reports
 * them
 * @param before the record as it was read, null for a new one
 * @param begun what a new one was opened with
 */
export function formResolver(
  { resource, entity, contextOf }: ScreenScope,
  entities: Model['entities'],
  shown: () => ReadonlySet<string>,
  before: JsonObject | null,
  sentence: (error: FieldError) => string,
  begun: JsonObject = {},
): Resolver<FieldValues> {
  const begins = canonicalRecord(entity, fieldTypes, begun)
  return (values) => {
    const asked = shown()
    const typed: { [name: string]: Json } = {}
    for (const [name, value] of Object.entries(values)) typed[name] = (value as Json | undefined) ?? null
    const read = { ...before, ...canonicalRecord(entity, fieldTypes, typed), ...resource.fixed }
    const record = withSetValues(entity, read, (values) => contextOf({ ...typed, ...values }))
    const wrong = validateRecord(
      entity,
      fieldTypes,
      record,
      { ...contextOf({ ...typed, ...record }), ...(before && { before }) },
      before,
      begins,
    )
    const found: (readonly [path: string, error: FieldError])[] = Object.entries(wrong).filter(([name]) =>
      asked.has(name.split('.')[0] ?? ''),
    )
    for (const field of Object.values(entity.fields)) {
      if (!field.children || !asked.has(field.name) || Object.hasOwn(wrong, field.name)) continue
      const inRows = gridRowErrors(typed[field.name], before?.[field.name], field, entities, contextOf)
      found.push(...Object.entries(inRows).map(([path, error]) => [`${field.name}.${path}`, error] as const))
    }
    const errors = nestedErrors(
      found.map(([path, error]) => ({ path, type: error.key, message: sentence(error) })),
    ) as FieldErrors
    return Object.keys(errors).length ? { values: {}, errors } : { values, errors: {} }
  }
}

void prepareInputs()

export interface RecordFormProps {
  readonly formId: string
  readonly id: Identifier | null
  readonly item: JsonObject
  /** What a new record begins from, as text: each beginning has a draft of its own. */
  readonly beginning?: string
  /** @param again another new record is to be begun */
  readonly onSaved: (record: JsonObject, again: boolean) => void
  /** Leaves a new record that was refused while the next one was typed; absent: it stays open. */
  readonly onAside?: (again: boolean) => void
  /** The form is gone once it is saved. */
  readonly closes?: boolean
  /** Around the fields: a dialog's scrolling body, a page's paper. */
  readonly renderBody: (fields: ReactNode) => ReactNode
  /** Below them: the buttons. Inside the form's context. */
  readonly footer: ReactNode
  /** Present: the form is closed, not left; called with the question to ask first. */
  readonly onAsk?: (ask: AskToClose | null) => void
  /**
   * Versions of the record that this user has saved beside the form, as by a drawing: they are taken over, and what was
   * typed stays.
   */
  readonly savedBeside?: ReadonlySet<number>
}

/** The form of one record: rows of fields, errors, and saving. */
export function RecordForm({
  formId,
  id,
  item,
  beginning,
  onSaved,
  onAside,
  closes = false,
  renderBody,
  footer,
  onAsk,
  savedBeside,
}: RecordFormProps) {
  const plain = useScope()
  const { resource, entity, contextOf } = plain
  const [far] = useState(createFarStore)
  const [texts] = useState(createTypedTexts)
  const { model } = useConsole()
  const provider = useProvider()
  const fail = useFailure()
  const translate = useTranslate()
  const [base, setBase] = useState(item)
  const [kept, setKept] = useState<'after conflict' | 'beside' | null>(null)
  const [conflict, setConflict] = useState<Conflict<JsonObject> | null>(null)
  const left = useRef(false)
  const [attempt] = useState(createAttemptStore)
  const [gate] = useState(createStepGate)
  const readTheirs = async (conflictWith: (theirs: JsonObject) => Conflict<JsonObject>): Promise<void> => {
    await provider
      .form(resource.name, Number(id) || id || undefined)
      .then(({ item: theirs }) => setConflict(conflictWith(theirs)), fail)
  }
  const keys = useFormKeys(formId, id === null)
  const leave =
    onAside && id === null
      ? (again: boolean) => {
          left.current = true
          onAside(again)
        }
      : undefined
  const save = useSave({
    id,
    base,
    far,
    attempt,
    tellSaved: keys.tellSaved,
    onSaved: (record) => {
      left.current = true
      onSaved(record, keys.attempt.current?.again === true)
    },
    onConflict: (failure) => void readTheirs((theirs) => conflictOf(failure, theirs)),
  })
  const resolver = useMemo(() => {
    const shown = new Set(allCells(resource.form.rows).map(({ f }) => f))
    const scope = { ...plain, contextOf: (record: JsonObject) => contextOf({ ...record, ...far.get() }) }
    const plainResolver = formResolver(
      scope,
      model.entities,
      () => gate.asked() ?? shown,
      id === null ? null : base,
      ({ key, params }) => translate(errorKey(key), { _: translate('validation.unsaid'), ...params }),
      base,
    )
    return withTyped(plainResolver, texts)
  }, [plain, contextOf, far, gate, model, resource, id, base, texts, translate])
  const firstField = useMemo(() => {
    const context = contextOf(item)
    return allCells(resource.form.rows).find(({ f }) => {
      const field = entity.fields[f]
      return field && isEditable(field, context)
    })?.f
  }, [resource, entity, contextOf, item])
  const take = (theirs: JsonObject, mine: boolean) => {
    setKept(mine ? 'after conflict' : null)
    setBase(theirs)
    setConflict(null)
  }
  const takeBeside = (stored: JsonObject) => {
    setKept((now) => now ?? 'beside')
    setBase(stored)
  }
  const opened: OpenRecord | null =
    id === null || resource.rest !== undefined
      ? null
      : {
          id,
          version: base['version'] ?? null,
          isAsked: conflict !== null,
          show: (saved) => readTheirs((theirs) => ({ ...saved, theirs, message: translate('presence.changed') })),
        }
  return (
    <TypedRoom texts={texts} onSubmit={keys.onSubmit}>
      <Form
        id={formId}
        record={base as { id: Identifier }}
        resolver={resolver}
        mode="onSubmit"
        reValidateMode="onBlur"
        shouldFocusError={false}
        resetOptions={kept ? { keepDirtyValues: true } : undefined}
        onSubmit={(values: FieldValues) => (gate.pass() ? keys.onStep() : save(values as JsonObject))}
        noValidate
        disableInvalidFormNotification
      >
        <FarValues base={base} isNew={id === null} store={far}>
          <FormPartsRoom formId={formId} form={resource.form} record={id === null ? null : String(id)} gate={gate}>
            {renderBody(
              <Stack spacing={2}>
                <LockNotice item={base} />
                <ErrorSummary formId={formId} />
                <ConflictNotice conflict={conflict} kept={kept === 'after conflict'} base={base} onTake={take} />
                <DraftNotice
                  resource={resource.name}
                  id={id}
                  beginning={beginning}
                  base={base}
                  left={left}
                  attempt={attempt}
                />
                {savedBeside && id !== null && (
                  <SavedBeside id={id} base={base} versions={savedBeside} onTake={takeBeside} />
                )}
                <SetValues />
                <CountedValues isNew={id === null} />
                <FormBody rows={resource.form.rows} autoFocus={firstField} />
              </Stack>,
            )}
            <OpenRecordProvider value={opened}>{footer}</OpenRecordProvider>
          </FormPartsRoom>
        </FarValues>
        <UnsavedGuard left={left} onAsk={onAsk} />
        <FormKeysPlace formId={formId} keys={keys} closes={closes} onAside={leave} />
      </Form>
    </TypedRoom>
  )
}
