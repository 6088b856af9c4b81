import RestoreIcon from '@mui/icons-material/SettingsBackupRestore'
import TranslateIcon from '@mui/icons-material/Translate'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { checkWord, isSerious } from '../../model/words/check-words'
import type { LanguageItem } from '../../model/words/language-calls'
import { TextBox } from '../../ui/inputs/TextBox'
import { Badge } from '../../ui/show/Badge'
import { useSay } from '../../ui/show/style'

interface WordRowProps {
  readonly item: LanguageItem
  /** What is typed; null: nothing. */
  readonly text: string | null
  readonly isMain: boolean
  readonly disabled: boolean
  /** What the server says against it. */
  readonly error: string | undefined
  readonly isMachine: boolean
  readonly onText: (text: string | null) => void
  /** Absent: there is no translation by machine. */
  readonly onTranslate?: (() => void) | undefined
}

/** One text: its box, under what it says in the main language, its marks, and what may be wrong with it. */
export function WordRow({ item, text, isMain, disabled, error, isMachine, onText, onTranslate }: WordRowProps) {
  const say = useSay()
  const findings =
    text === null || text.trim() === '' || text === item.default_value
      ? []
      : checkWord(item.source, text, { isOther: !isMain })
  const serious = findings.find(isSerious)
  const asides = findings.filter((finding) => !isSerious(finding))
  const unsaved = (text ?? '') !== (item.value ?? '')
  const problem = serious && say(`validation.word_${serious.problem}`, { piece: serious.piece ?? '' })
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.5, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography
          variant="caption"
          sx={{ color: 'text.secondary', fontFamily: 'monospace', overflowWrap: 'anywhere' }}
        >
          {item.place.part}
        </Typography>
        {unsaved && <Badge color="info">{say('console_texts.unsaved')}</Badge>}
        {(text ?? '').trim() === '' && <Badge color="warning">{say('console_texts.unfilled')}</Badge>}
        {isMachine && <Badge icon="translate">{say('console_texts.machine')}</Badge>}
      </Stack>
      <Stack direction="row" sx={{ gap: 0.5, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <TextBox
            source={item.id}
            required={false}
            label={item.source}
            text={text ?? ''}
            onText={onText}
            disabled={disabled}
            minRows={1}
            error={error ?? problem}
          />
        </Box>
        {onTranslate && (
          <IconButton
            disabled={disabled}
            sx={{ mt: 3 }}
            aria-label={`${say('console_texts.translate')}: ${item.id}`}
            title={say('console_texts.translate')}
            onClick={onTranslate}
          >
            <TranslateIcon fontSize="small" />
          </IconButton>
        )}
        <IconButton
          disabled={disabled || item.default_value === null || text === item.default_value}
          sx={{ mt: 3 }}
          aria-label={`${say('console_texts.use_original')}: ${item.id}`}
          title={say('console_texts.use_original')}
          onClick={() => onText(item.default_value)}
        >
          <RestoreIcon fontSize="small" />
        </IconButton>
      </Stack>
      {asides.length > 0 && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {asides.map(({ problem: aside }) => say(`console_texts.check_${aside}`)).join(' ')}
        </Typography>
      )}
      {item.default_value !== null && text !== item.default_value && (
        <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {say('console_texts.original_is', { text: item.default_value })}
        </Typography>
      )}
    </Box>
  )
}
