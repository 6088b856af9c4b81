import { useCallback, useEffect, useState } from 'react'
import type { Json } from '../../model/json'
import { fold } from '../../model/values/fold'
import type { InputProps } from '../../ui/field-view'
import { LazyChoicesSearch } from '../../ui/inputs/LazyChoiceSearch'
import { useSay } from '../../ui/show/style'
import { WAITING } from '../../ui/show/waiting'
import { useLookup, type Choice, type TagChoice } from '../../ui/lookup'

/** Tags of the catalogue by their names; where new ones may be made (`x-create`), any name. */
export default function TagsInput({ field, value, onChange, form: _form, ...rest }: InputProps) {
  const { tags } = useLookup()
  const say = useSay()
  const [pool, setPool] = useState<readonly TagChoice[] | null>(null)
  useEffect(() => {
    let live = true
    void tags?.().then(
      (items) => {
        if (live) setPool(items)
      },
      () => {
        if (live) setPool([])
      },
    )
    return () => {
      live = false
    }
  }, [tags])
  const find = useCallback(
    async (text: string): Promise<readonly Choice[]> =>
      ((await tags?.()) ?? [])
        .filter(({ name }) => fold(name).includes(fold(text.trim())))
        .map(({ id, name }) => ({ id, label: name })),
    [tags],
  )
  const named = (id: number): string =>
    pool ? (pool.find((tag) => tag.id === id)?.name ?? say('field.unreadable')) : WAITING
  const chosen = (Array.isArray(value) ? (value as readonly Json[]) : []).map(
    (one): Choice =>
      typeof one === 'number' ? { id: one, label: named(one) } : { id: String(one), label: String(one) },
  )
  const send = (choices: readonly Choice[]): void => onChange(choices.length === 0 ? null : choices.map(({ id }) => id))
  return (
    <LazyChoicesSearch
      {...rest}
      find={find}
      createsName
      pause_ms={0}
      chosen={chosen}
      onChoose={send}
      onCreate={
        field.schema['x-create'] === true ? (text) => text && send([...chosen, { id: text, label: text }]) : undefined
      }
    />
  )
}
