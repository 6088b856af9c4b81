import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { Form, useTranslate, type Identifier } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { useEffect, useId, useMemo, useState, type BaseSyntheticEvent } from 'react'
import { fieldTypes } from '../../../fields/data'
import { askEntity, readAnswers } from '../../../model/validation/asked'
import type { Json, JsonObject } from '../../../model/json'
import { printKey } from '../../../model/print/print'
import type { Ask } from '../../../model/resource'
import { errorKey } from '../../../model/error-key'
import { createTypedTexts } from '../../../ui/inputs/typed-texts'
import { KeyLayer } from '../../../ui/keys'
import { submissionErrors } from '../../provider/failure'
import { BoundInput } from '../form/BoundInput'
import { FormButtons, isMore } from '../form/FormButtons'
import { askResolver } from '../form/ask-resolver'
import { TypedRoom, withTyped } from '../form/typed-room'
import { EntityScope, useScope } from '../scope'
import type { PaperChoice } from './verbs'
import { Refusal } from './Refusal'

export interface AskDialogProps {
  readonly ask: Ask
  readonly title: string
  readonly text?: string
  /** Asks the server what it will come to, while the question stands. */
  readonly tells?: () => Promise<string>
  readonly accept: string
  /** The move that is asked about: a document that goes with it has a button of its own. */
  readonly move?: string
  /** Values that the fields begin with. */
  readonly record?: JsonObject
  /** Emptied fields are sent too: they are the record's own, and the record is shown. */
  readonly keepsEmpty?: boolean
  /** Makes the call with the answers; a refusal of the server is shown at the fields it names. */
  readonly onAnswer: (answers: JsonObject, paper: AskedPaper | null) => Promise<void>
  readonly onClose: () => void
}

/** The document that was asked for with the answer. */
export type AskedPaper = Pick<PaperChoice, 'template' | 'name'>

/** Asks for what a call needs before it is made. It stays open until the call succeeds or is cancelled. */
export default function AskDialog({
  ask,
  title,
  text,
  tells,
  accept,
  move,
  record,
  keepsEmpty = false,
  onAnswer,
  onClose,
}: AskDialogProps) {
  const translate = useTranslate()
  const id = useId()
  const { resource } = useScope()
  const entity = useMemo(() => askEntity(ask), [ask])
  const template = resource.print?.find(({ after }) => move !== undefined && after?.includes(move))
  const paper = template
    ? {
        template: template.name,
        name: translate(printKey(resource.name, template.name, 'title'), { _: template.title }),
      }
    : null
  const [texts] = useState(createTypedTexts)
  const base = useMemo(
    () =>
      Object.fromEntries(
        ask.fields.map(({ name, ref, default: first }) => [
          name,
          begun(record?.[name], ref !== undefined) ?? first ?? null,
        ]),
      ),
    [ask, record],
  )
  const resolver = useMemo(
    () =>
      withTyped(
        askResolver(ask, ({ key, params }) =>
          translate(errorKey(key), { _: translate('validation.unsaid'), ...params }),
        ),
        texts,
      ),
    [ask, texts, translate],
  )
  const [told, setTold] = useState('')
  useEffect(() => {
    let isLeft = false
    // What cannot be told is no reason not to ask.
    void tells?.().then(
      (sentence) => {
        if (!isLeft) setTold(sentence)
      },
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [tells])
  const submit = async (values: FieldValues, event?: BaseSyntheticEvent) => {
    const answers = readAnswers(ask, fieldTypes, values as JsonObject).values
    try {
      await onAnswer(
        Object.fromEntries(Object.entries(answers).filter(([, value]) => keepsEmpty || value !== null)),
        isMore(event) ? paper : null,
      )
      return undefined
    } catch (failure) {
      return submissionErrors(failure, translate)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={text && `${id}-text`}
    >
      <KeyLayer>
        <TypedRoom texts={texts}>
          <Form
            id={id}
            record={base as unknown as { id: Identifier }}
            resolver={resolver}
            mode="onSubmit"
            reValidateMode="onBlur"
            shouldFocusError={false}
            onSubmit={submit}
            noValidate
            disableInvalidFormNotification
          >
            <DialogTitle id={`${id}-title`} variant="h2" sx={{ pb: 1 }}>
              {title}
            </DialogTitle>
            <DialogContent>
              {text && (
                <DialogContentText id={`${id}-text`} variant="body1" sx={{ mb: 2 }}>
                  {text}
                </DialogContentText>
              )}
              {tells && (
                <DialogContentText role="status" variant="body1" sx={{ mb: told ? 2 : 0, color: 'text.primary' }}>
                  {told}
                </DialogContentText>
              )}
              <EntityScope entity={entity}>
                <Stack spacing={2} sx={{ pt: 0.5 }}>
                  <Refusal />
                  {ask.fields.map(({ name }, index) => (
                    <BoundInput key={name} cell={{ f: name, columns: 12 }} autoFocus={index === 0} />
                  ))}
                </Stack>
              </EntityScope>
            </DialogContent>
            <DialogActions sx={{ px: 3, pb: 2 }}>
              {/* The action itself may be to cancel something. */}
              <FormButtons
                formId={id}
                accept={accept}
                dismiss={translate('record.back')}
                more={paper ? translate('print.with', { action: accept, name: paper.name }) : undefined}
                danger={ask.tone === 'danger'}
                onClose={onClose}
              />
            </DialogActions>
          </Form>
        </TypedRoom>
      </KeyLayer>
    </Dialog>
  )
}

/** In an address an id is text. */
function begun(value: Json | undefined, isRef: boolean): Json | undefined {
  return isRef && typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : value
}
