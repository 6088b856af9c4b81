import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type FormEvent, useCallback, useState } from 'react'
import { useNotify } from 'react-admin'
import { errorsIn, mayOpen, useConsole, useProvider } from '#engine/client'
import { type FindChoices, LazyChoiceSearch, TextBox, useFailure, useSay } from '#engine/ui'
import { usersCall } from '../../../users/model'
import { newClientCall, setClientCall } from '../../model/chat-calls'

interface LinkPersonProps {
  readonly id: number
  /** What is known of the person is read again. */
  readonly onLinked: () => void
}

/** Says who writes where the channel does not: a client who is found, or one who is made by name and phone. */
export function LinkPerson({ id, onLinked }: LinkPersonProps) {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const { actor, model } = useConsole()
  const [isMaking, setMaking] = useState(false)
  const [busy, setBusy] = useState(false)
  const find = useCallback<FindChoices>(
    async (query, signal) => {
      const { items } = await provider.call(usersCall, { type: '3', state: '1', query }, { signal, quiet: true })
      return items.map(({ id: one, name, surname }) => ({ id: one, label: [name, surname].filter(Boolean).join(' ') }))
    },
    [provider],
  )
  const linked = ({ msg }: { readonly msg: string }): void => {
    notify(msg, { type: 'success' })
    onLinked()
  }
  const choose = async (id_client: number): Promise<void> => {
    setBusy(true)
    await provider.call(setClientCall, { id, id_client }).then(linked, fail)
    setBusy(false)
  }
  if (!mayOpen(actor, model, 'clients', 'see')) return null
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <LazyChoiceSearch
        source="id_client"
        label={say('chats.beside.find')}
        required={false}
        disabled={busy}
        openOnFocus
        find={find}
        chosen={null}
        onChoose={(choice) => {
          if (choice) void choose(Number(choice.id))
        }}
      />
      {mayOpen(actor, model, 'clients', 'edit') &&
        (isMaking ? (
          <NewPerson id={id} onLinked={linked} onCancel={() => setMaking(false)} />
        ) : (
          <Button size="small" color="inherit" onClick={() => setMaking(true)} sx={{ justifySelf: 'start' }}>
            {say('chats.beside.make')}
          </Button>
        ))}
    </Box>
  )
}

function NewPerson({
  id,
  onLinked,
  onCancel,
}: {
  readonly id: number
  readonly onLinked: (done: { readonly msg: string }) => void
  readonly onCancel: () => void
}) {
  const say = useSay()
  const provider = useProvider()
  const fail = useFailure()
  const [draft, setDraft] = useState({ name: '', phone: '' })
  const [errors, setErrors] = useState<{ readonly [source: string]: string }>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      onLinked(await provider.call(newClientCall, { id, name: draft.name.trim(), phone: draft.phone.trim() }))
    } catch (failure) {
      const { root: _root, ...fields } = errorsIn(failure)
      setErrors(fields)
      if (Object.keys(fields).length === 0) fail(failure)
      setBusy(false)
    }
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event: FormEvent) => void submit(event)}
      aria-label={say('chats.beside.make')}
      sx={{ display: 'grid', gap: 1 }}
    >
      {(['name', 'phone'] as const).map((source) => (
        <TextBox
          key={source}
          source={source}
          label={say(`chats.beside.make_${source}`)}
          required
          disabled={busy}
          error={errors[source]}
          autoFocus={source === 'name'}
          autoComplete="off"
          text={draft[source]}
          type={source === 'phone' ? 'tel' : 'text'}
          maxLength={source === 'phone' ? 20 : 80}
          onText={(text) => {
            setDraft({ ...draft, [source]: text })
            setErrors({ ...errors, [source]: '' })
          }}
        />
      ))}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <Button size="small" color="inherit" disabled={busy} onClick={onCancel}>
          {say('chats.beside.make_cancel')}
        </Button>
        <Button size="small" type="submit" variant="outlined" loading={busy}>
          {say('chats.beside.make_save')}
        </Button>
      </Box>
    </Box>
  )
}
