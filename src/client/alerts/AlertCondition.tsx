import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { fieldTypes } from '../../fields/data'
import { ruleDraftOf, judged, ruleOf } from '../../model/rules/rule-draft'
import { askedFields, questionsOf, wrongIn } from '../../model/rules/rule-questions'
import { isSame } from '../../model/values/same'
import type { InputProps } from '../../ui/field-view'
import { FieldFrame } from '../../ui/inputs/FieldFrame'
import { useSay } from '../../ui/show/style'
import { useConsole } from '../console/console'
import { ConditionBox } from '../condition/ConditionBox'
import { useCatalogue } from './use-catalogue'

/** When an alert is sent, over the records of its module. */
export default function AlertCondition({ source, label, value, onChange, error, help, disabled, form }: InputProps) {
  const say = useSay()
  const { model } = useConsole()
  const catalogue = useCatalogue(form)
  const entity = catalogue ? model.entities[catalogue.entity] : undefined
  const last = useRef(entity?.name)
  useEffect(() => {
    if (!entity || last.current === entity.name) return
    const isAnother = last.current !== undefined
    last.current = entity.name
    if (!isAnother || value === null) return
    // Another module was chosen: what its records do not have is refused here, and not two steps later.
    const known = new Map(askedFields(entity, model.entities, fieldTypes).map(({ name, field }) => [name, field]))
    const next = ruleOf(
      judged(ruleDraftOf(value), ({ field, ask, value: compared }) => {
        const asked = known.get(field)
        if (!asked || !questionsOf(asked, fieldTypes).includes(ask)) return true
        return wrongIn(asked, ask, compared, fieldTypes) !== null
      }),
    )
    if (!isSame(next, value)) onChange(next)
  }, [entity, model, value, onChange])
  if (!catalogue) {
    return (
      <FieldFrame label={label} error={error} help={help} disabled={disabled}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {say('alerts.condition_module')}
        </Typography>
      </FieldFrame>
    )
  }
  return (
    <ConditionBox
      resource={catalogue}
      source={source}
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      help={help}
      disabled={disabled}
    />
  )
}
