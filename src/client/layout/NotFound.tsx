import Button from '@mui/material/Button'
import { LinkBase } from 'react-admin'
import { Notice } from '../../ui/Notice'
import { usePageTitle } from '../../ui/page-title'
import { useSay } from '../../ui/style'

/** Any path that leads nowhere (spec §2). */
export function NotFound() {
  const say = useSay()
  usePageTitle(say('shell.not_found'))
  const home = <Button variant="contained" component={LinkBase} to="/">{say('shell.home')}</Button>
  return <Notice page icon="lost" title={say('shell.not_found')} text={say('shell.not_found_text')} action={home} />
}
