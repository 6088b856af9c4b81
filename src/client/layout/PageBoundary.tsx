import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined'
import { Component, type ReactNode } from 'react'
import { Message } from '../ui/Message'
import { useSay } from '../ui/style'

interface Props {
  /** Path of the page; another page starts afresh. */
  readonly page: string
  readonly children: ReactNode
}
interface State { readonly page: string; readonly broken: boolean }

/** Keeps the shell standing when a page breaks, or its code cannot be fetched. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { page: this.props.page, broken: false }

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true }
  }

  static getDerivedStateFromProps({ page }: Props, state: State): Partial<State> | null {
    return page === state.page ? null : { page, broken: false }
  }

  override render(): ReactNode {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

function Broken() {
  const say = useSay()
  return (
    <Box sx={{ m: 'auto', p: 3 }}>
      <Message
        icon={<ReportProblemOutlined />}
        tone="error"
        title={say('errors.page')}
        text={say('errors.default')}
        action={<Button variant="contained" onClick={() => window.location.reload()}>{say('actions.reload')}</Button>}
      />
    </Box>
  )
}
