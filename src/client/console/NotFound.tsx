import Button from '@mui/material/Button'
import { LinkBase } from 'react-admin'
import { Notice } from '../../ui/show/Notice'
import { usePageTitle } from '../../ui/show/page-title'
import { useSay } from '../../ui/show/style'

/** Any path that leads nowhere (spec §2). */
export function NotFound() {
  const say = useSay()
  usePageTitle(say('shell.not_found'))
  const home = (
    <Button variant="contained" component={LinkBase} to="/">
      {say('shell.home')}
    </Button>
  )
  return <Notice page icon="lost" title={say('shell.not_found')} text={say('shell.not_found_text')} action={home} />
}
