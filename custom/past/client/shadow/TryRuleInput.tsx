import Box from '@mui/material/Box'
import { mayOpen, useConsole } from '#engine/client'
import { AppLink, NumberBox, useSay, type InputProps } from '#engine/ui'

/** A setting of the search, with the way to where it can be tried on a past day before it is changed. */
export function TryRuleInput(props: InputProps) {
  const say = useSay()
  const { actor, model } = useConsole()
  return (
    <Box>
      <NumberBox {...props} integer={props.field.schema.type === 'integer'} />
      {mayOpen(actor, model, 'past', 'see') && <Box sx={{ fontSize: 13, mt: 0.5 }}><AppLink to="/past/rules">{say('past.try_rule')}</AppLink></Box>}
    </Box>
  )
}
