import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslate } from 'react-admin'
import { answersOf, type AnsweredField } from '../../../model/forms/form'
import type { Json } from '../../../model/json'
import type { CellProps } from '../../../ui/field-view'
import { GroupTitle } from '../../../ui/show/GroupTitle'
import { Picture } from '../../../ui/show/Picture'

interface Part {
  readonly title: string | null
  readonly answered: readonly AnsweredField[]
}

/**
 * What was asked and answered, in the words of that day: neither a later publication nor a removed option changes it.
 */
export function AnswersFacts({ value }: CellProps) {
  const translate = useTranslate()
  const answers = answersOf(value)
  if (!answers) return null
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {partsOf(answers.words).map(({ title, answered }, at) => (
        <Box key={at} component={title === null ? 'div' : 'section'} aria-label={title ?? undefined}>
          {title !== null && <GroupTitle sx={{ mb: 1 }}>{title}</GroupTitle>}
          <Box
            component="dl"
            sx={{
              m: 0,
              display: 'grid',
              gap: '12px 24px',
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
              '& dd': { m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
              '& dt': { fontSize: 12.5, color: 'text.secondary' },
            }}
          >
            {answered.map((one) => (
              <div key={one.key}>
                <dt>{one.label}</dt>
                <dd>
                  <Answered one={one} value={answers.values[one.key] ?? null} />
                </dd>
              </div>
            ))}
          </Box>
        </Box>
      ))}
      <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
        {translate('answers.version', { n: answers.version ?? '' })}
      </Box>
    </Box>
  )
}

const SIDE = 120

function Answered({ one, value }: { readonly one: AnsweredField; readonly value: Json }) {
  if (!one.file || typeof value !== 'string') return <>{one.text}</>
  return (
    <Link
      href={value}
      target="_blank"
      rel="noopener noreferrer"
      sx={one.file === 'image' ? { display: 'inline-block', lineHeight: 0 } : undefined}
    >
      {one.file === 'image' ? <Picture source={value} name={one.text ?? ''} size={SIDE} fit="contain" /> : one.text}
    </Link>
  )
}

function partsOf(words: readonly AnsweredField[]): readonly Part[] {
  const parts: { title: string | null; answered: AnsweredField[] }[] = []
  for (const one of words) {
    if (one.text === undefined) parts.push({ title: one.label, answered: [] })
    else (parts.at(-1) ?? parts[parts.push({ title: null, answered: [] }) - 1])?.answered.push(one)
  }
  return parts.filter(({ answered }) => answered.length > 0)
}
