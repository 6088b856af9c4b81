import Box from '@mui/material/Box'
import { useParams } from 'react-router-dom'
import { FailedNotice } from '../console/FailedNotice'
import { languageGroupCall, languageInfoCall } from '../../model/words/language-calls'
import { useSay } from '../../ui/show/style'
import { useCall } from '../console/use-call'
import { NotFound } from '../console/NotFound'
import { PageLoading } from '../layout/PageLoading'
import { GroupEditor } from './GroupEditor'
import { GroupList } from './GroupList'

/** `/languages/:id_language/:id_group`: the groups of a language's texts, and the editor of one. */
export default function GroupPage() {
  const say = useSay()
  const { id_language = '', id_group = '' } = useParams()
  const id = Number(id_group)
  const isNamed = /^[a-z]{2}$/.test(id_language) && Number.isInteger(id)
  const info = useCall(languageInfoCall, isNamed ? { id_language } : null)
  const group = useCall(languageGroupCall, isNamed ? { id_language, id_group: id } : null)
  if (!isNamed) return <NotFound />
  const failure = info.failure ?? group.failure
  const retry = (): void => {
    info.retry()
    group.retry()
  }
  if (failure !== null) return <FailedNotice page title={say('console_texts.lost')} failure={failure} onRetry={retry} />
  if (!info.answer) return <PageLoading />
  return (
    <Box
      sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, alignItems: 'stretch', minHeight: 0, flex: 1 }}
    >
      <GroupList info={info.answer} current={id} />
      <Box sx={{ flex: 1, minWidth: 0, p: { xs: 1.5, md: 2 } }}>
        {group.answer ? (
          <GroupEditor key={`${id_language} ${id}`} info={info.answer} group={group.answer} onSaved={retry} />
        ) : (
          <PageLoading />
        )}
      </Box>
    </Box>
  )
}
