import type { FormSubject } from '../../../services/client'

/** What `/dispatcher/:id/:action` asks for; `unclear`: the id is none. */
export function subjectOf(id: string | undefined, action: string | undefined): FormSubject | 'unclear' {
  if (id === undefined) return { kind: 'new' }
  const number = Number(id)
  if (!Number.isInteger(number) || number < 1) return 'unclear'
  return { kind: action === 'clone' ? 'clone' : 'edit', id: number }
}
