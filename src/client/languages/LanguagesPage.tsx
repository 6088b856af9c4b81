import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LinkBase, useNotify } from 'react-admin'
import { useState } from 'react'
import { FailedNotice } from '../console/FailedNotice'
import { mayEditForAll } from '../session/may-open'
import { LANGUAGES, languagesCall, removeLanguageCall } from '../../model/words/language-calls'
import type { CallResponse } from '../../model/call'
import { useConfirm } from '../../ui/Confirm'
import { Badge } from '../../ui/show/Badge'
import { usePageTitle } from '../../ui/show/page-title'
import { useSay } from '../../ui/show/style'
import { useFailure } from '../../ui/failure'
import { useConsole } from '../console/console'
import { useProvider } from '../console/provider'
import { useShell } from '../console/shell-context'
import { useCall } from '../console/use-call'
import { PageLoading } from '../layout/PageLoading'
import { LanguageFiles } from './LanguageFiles'
import { FlagMark } from './FlagMark'
import { NewLanguageDialog } from './NewLanguageDialog'

type Language = CallResponse<typeof languagesCall>['items'][number]

/** `/languages`: the languages that the console speaks, and what each still lacks. */
export default function LanguagesPage() {
  const say = useSay()
  const notify = useNotify()
  const fail = useFailure()
  const provider = useProvider()
  const { renew } = useShell()
  const { actor, model } = useConsole()
  const { answer, failure, retry } = useCall(languagesCall, {})
  const [making, setMaking] = useState(false)
  const [ask, dialog] = useConfirm()
  usePageTitle(say('modules.languages'), 0)
  const edits = mayEditForAll(actor, model, LANGUAGES)
  const changed = (msg: string): void => {
    notify(msg, { type: 'success' })
    retry()
    void renew()
  }
  const remove = async ({ id, name }: Language): Promise<void> => {
    if (
      !(await ask({
        title: say('console_texts.remove_title', { name }),
        text: say('console_texts.remove_text'),
        accept: say('console_texts.remove'),
        danger: true,
      }))
    )
      return
    await provider.call(removeLanguageCall, { id }).then(({ msg }) => changed(msg), fail)
  }
  if (failure !== null) return <FailedNotice page title={say('console_texts.lost')} failure={failure} onRetry={retry} />
  if (!answer) return <PageLoading />
  return (
    <Box sx={{ p: { xs: 1.5, md: 2 }, display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 820 }}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Typography variant="h1" sx={{ flex: 1 }}>
          {say('modules.languages')}
        </Typography>
        {edits && (
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setMaking(true)}>
            {say('console_texts.new')}
          </Button>
        )}
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {say('console_texts.about')}
      </Typography>
      <Paper component="ul" variant="outlined" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {answer.items.map((item) => (
          <Stack
            component="li"
            key={item.id}
            direction="row"
            sx={{
              alignItems: 'center',
              gap: 1.5,
              px: 2,
              py: 1,
              flexWrap: 'wrap',
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <FlagMark flag={item.flag} />
            <Box sx={{ flex: 1, minWidth: 120 }}>
              <Link
                component={LinkBase}
                lang={item.id}
                to={`/${LANGUAGES}/${item.id}/${item.first_id_group}`}
                sx={{ fontWeight: 600 }}
              >
                {item.name}
              </Link>
              <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
                {item.id} · {say('console_texts.texts_count', { smart_count: item.num_texts })}
              </Typography>
            </Box>
            <Marker item={item} />
            <LanguageFiles language={item.id} name={item.name} edits={edits} onImported={changed} />
            {edits && (
              <IconButton
                disabled={!item.removable}
                aria-label={`${say('console_texts.remove')}: ${item.name}`}
                title={item.removable ? say('console_texts.remove') : say('console_texts.of_program')}
                onClick={() => void remove(item)}
              >
                <RemoveIcon fontSize="small" />
              </IconButton>
            )}
          </Stack>
        ))}
      </Paper>
      {making && (
        <NewLanguageDialog
          onClose={() => setMaking(false)}
          onMade={(msg) => {
            setMaking(false)
            changed(msg)
          }}
        />
      )}
      {dialog}
    </Box>
  )
}

function Marker({ item: { is_main_language, completed, num_unfilled } }: { item: Language }) {
  const say = useSay()
  if (is_main_language) return <Badge color="primary">{say('console_texts.main')}</Badge>
  return completed ? (
    <Badge color="success">{say('console_texts.complete')}</Badge>
  ) : (
    <Badge color="warning">{say('console_texts.unfilled_count', { smart_count: num_unfilled })}</Badge>
  )
}
