import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { CellProps } from '../../ui/field-view'
import { textOf } from '../../ui/inputs/TextBox'
import { Faint } from '../../ui/show/Faint'
import { useLanguage } from '../layout/use-language'
import { gridRowsOf } from '../provider/grid-rows'

/**
 * A condition as its sentence, which comes with the record; a message as it was written; of a field of rows, each
 * language's own under the language's name.
 */
export function MessageCell({ field, value, record }: CellProps) {
  const { languages } = useLanguage()
  if (!field.children) return <Written text={textOf(record[`${field.name}__label`] ?? value)} />
  const rows = gridRowsOf(value)
  if (rows.length === 0) return <Faint />
  return (
    <Stack component="dl" spacing={1.25} sx={{ m: 0 }}>
      {rows.map(({ language, subject, body }) => (
        <div key={textOf(language)}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {languages.find(({ id }) => id === language)?.name ?? textOf(language)}
          </Typography>
          {[subject, body].map(
            (text, at) =>
              textOf(text) !== '' && (
                <Typography key={at} component="dd" variant="body2" sx={{ m: 0, ...(at === 0 && { fontWeight: 500 }) }}>
                  <Written text={textOf(text)} />
                </Typography>
              ),
          )}
        </div>
      ))}
    </Stack>
  )
}

/** Its lines stay lines. */
const Written = ({ text }: { text: string }) => (
  <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</span>
)
