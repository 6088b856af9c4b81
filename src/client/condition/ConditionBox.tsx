import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { Suspense, useId, useMemo, useRef } from 'react'
import type { Resource } from '../../model/resource'
import { ruleDraftOf, ruleOf } from '../../model/rules/rule-draft'
import type { InputProps } from '../../ui/field-view'
import { ResourceScope } from '../resource/scope'
import { GroupBox } from './GroupBox'
import { RuleText } from './RuleText'

type Shared = Pick<InputProps, 'source' | 'label' | 'value' | 'onChange' | 'error' | 'help' | 'disabled'>

interface ConditionBoxProps extends Shared {
  /** Whose records the condition is about. */
  readonly resource: Resource
}

/**
 * A condition over the records of a catalogue, put together from its fields: what is asked of each, in words, and a
 * value by the field's own input. What is not finished is in no rule, so its field refuses it at once, where it is.
 */
export function ConditionBox({ resource, ...shared }: ConditionBoxProps) {
  return (
    <ResourceScope key={resource.name} resource={resource}>
      <ConditionFields {...shared} isRefused={shared.error !== undefined} />
    </ResourceScope>
  )
}

/** The same over the fields of the entity that surrounds it. @param isRefused what is missing says so */
export function ConditionFields({
  source,
  label,
  value,
  onChange,
  error,
  help,
  disabled,
  isRefused,
}: Shared & { readonly isRefused: boolean }) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const draft = useMemo(() => ruleDraftOf(value), [value])
  return (
    <Box ref={box} role="group" aria-labelledby={id} aria-describedby={(error ?? help) ? `${id}-note` : undefined}>
      <Typography
        id={id}
        component="div"
        sx={{
          fontSize: 12.5,
          lineHeight: '18px',
          fontWeight: 500,
          color: error ? 'error.main' : 'text.secondary',
          mb: 0.5,
        }}
      >
        {label}
      </Typography>
      <Suspense>
        <GroupBox
          group={draft}
          source={source}
          depth={0}
          disabled={disabled}
          isRefused={isRefused}
          box={box}
          onGroup={(next) => onChange(ruleOf(next))}
        />
        <RuleText rule={value} />
      </Suspense>
      {(error ?? help) && (
        <FormHelperText
          id={`${id}-note`}
          error={Boolean(error)}
          role={error ? 'alert' : undefined}
          sx={{ m: 0, mt: 0.5 }}
        >
          {error ?? help}
        </FormHelperText>
      )}
    </Box>
  )
}
