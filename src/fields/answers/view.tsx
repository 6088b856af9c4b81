import type { CellProps, FieldView, InputProps } from '../../ui/field-view'
import { useAnswerParts } from '../../ui/inputs/answer-parts'
import { answersOf } from '../../model/forms/form'

/** The questions of a form with their inputs; on a record's page what was asked and answered. */
export const answersView: FieldView = {
  align: 'left',
  Cell: AnswersCell,
  Full: AnswersFull,
  Input: AnswersInput,
  Filter: () => null,
  wide: true,
  ownLabel: true,
}

/** In a list: the fields that stand for the answer, or else the first ones. */
const SHOWN = 3

function AnswersCell({ value }: CellProps) {
  const answered = (answersOf(value)?.words ?? []).filter(({ text }) => text)
  const chosen = answered.filter(({ show_to_text }) => show_to_text)
  return (
    <>
      {(chosen.length > 0 ? chosen : answered.slice(0, SHOWN))
        .map(({ label, text }) => `${label}: ${text ?? ''}`)
        .join(' · ')}
    </>
  )
}

function AnswersFull(props: CellProps) {
  const { Facts } = useAnswerParts()
  return <Facts {...props} />
}

function AnswersInput(props: InputProps) {
  const { Input } = useAnswerParts()
  return <Input {...props} />
}
