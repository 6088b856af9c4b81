import Box from '@mui/material/Box'
import { useConsole } from '#engine/client'
import { maySee } from '#engine/model'
import { AppLink, NumberBox, useSay, type InputProps } from '#engine/ui'

/** A setting of the search, with the way to where it can be tried on a past day before it is changed. */
export function TryRuleInput(props: InputProps) {
  const say = useSay()
  const { actor } = useConsole()
  return (
    <Box>
      <NumberBox {...props} integer={props.field.schema.type === 'integer'} />
      {maySee(actor, { module: 'past' }) && (
        <Box sx={{ fontSize: 13, mt: 0.5 }}>
          <AppLink to="/past/rules">{say('past.try_rule')}</AppLink>
        </Box>
      )}
    </Box>
  )
}
