import { Component, type ReactNode } from 'react'

interface Props {
  /** What is tried; another resets the error. */
  readonly of: unknown
  /** Shown in its place once it has failed. */
  readonly lost: ReactNode
  readonly children: ReactNode
}
interface State {
  readonly of: unknown
  readonly broken: boolean
}

/** Keeps what stands around a part when the part fails, or its code cannot be fetched. */
export class Boundary extends Component<Props, State> {
  override state: State = { of: this.props.of, broken: false }

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): Partial<State> | null {
    return of === state.of ? null : { of, broken: false }
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.lost : this.props.children
  }
}
