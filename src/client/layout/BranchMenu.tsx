import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import StoreIcon from '@mui/icons-material/StorefrontOutlined'
import { useNotify, useRefresh } from 'react-admin'
import { useFailure } from '../../ui/failure'
import { useSay } from '../../ui/show/style'
import { useShell } from '../console/shell-context'
import { useMenu } from '../console/use-menu'

/** The branch that the user works in: lists show it and new records get it. Hidden for users without a choice. */
export default function BranchMenu({ compact }: { compact: boolean }) {
  const say = useSay()
  const notify = useNotify()
  const refresh = useRefresh()
  const fail = useFailure()
  const { button, menu, close } = useMenu()
  const { verified: { user: { branches, data } }, calls, renew } = useShell()
  if (branches.length < 2) return null
  const current = branches.find(({ id }) => id === data['id_branch'])
  const name = current?.name ?? say('shell.all_branches')
  const choose = async (id: number | null): Promise<void> => {
    close()
    if (id === (current?.id ?? null)) return
    try {
      const said = await calls.setBranch(id)
      await renew()
      refresh()
      notify(said, { type: 'success' })
    } catch (error) {
      fail(error)
    }
  }
  return (
    <>
      <Button
        {...button}
        color="inherit"
        aria-label={`${say('shell.branch')}: ${name}`}
        title={`${say('shell.branch')}: ${name}`}
        startIcon={<StoreIcon />}
        sx={{ maxWidth: 200, minWidth: 0, px: 1, ...(compact && { '& .MuiButton-startIcon': { m: 0 } }) }}
      >
        {!compact && <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{name}</span>}
      </Button>
      <Menu {...menu}>
        <MenuItem selected={!current} onClick={() => void choose(null)}>{say('shell.all_branches')}</MenuItem>
        <Divider />
        {branches.map((branch) => (
          <MenuItem key={branch.id} selected={branch === current} onClick={() => void choose(branch.id)}>{branch.name}</MenuItem>
        ))}
      </Menu>
    </>
  )
}
