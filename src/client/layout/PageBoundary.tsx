import Button from '@mui/material/Button'
import { Component, type ReactNode } from 'react'
import { Notice } from '../../ui/Notice'
import { useSay } from '../../ui/style'

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
  const reload = <Button variant="contained" onClick={() => window.location.reload()}>{say('actions.reload')}</Button>
  return <Notice page icon="error" title={say('errors.page')} text={say('errors.default')} action={reload} />
}
