import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { LinkBase, useNotify } from 'react-admin'
import { useState } from 'react'
import type { CallResponse } from '../../model/call'
import { fold } from '../../model/values/fold'
import { mayEditForAll } from '../session/may-open'
import { checkWord, isSerious } from '../../model/words/check-words'
import {
  LANGUAGES,
  type LanguageItem,
  type languageGroupCall,
  type languageInfoCall,
  MAX_WORDS_TRANSLATED,
  saveGroupItemsCall,
  translateWordsCall,
} from '../../model/words/language-calls'
import { useConfirm } from '../../ui/Confirm'
import { useFailure } from '../../ui/failure'
import { TextBox } from '../../ui/inputs/TextBox'
import { useKeys } from '../../ui/keys'
import { Notice } from '../../ui/show/Notice'
import { usePageTitle } from '../../ui/show/page-title'
import { useSay } from '../../ui/show/style'
import { useConsole } from '../console/console'
import { useProvider } from '../console/provider'
import { useShell } from '../console/shell-context'
import { LeaveGuard } from '../form/leave-guard'
import { errorsIn } from '../provider/failure'
import { WordRow } from './WordRow'

type Info = CallResponse<typeof languageInfoCall>
type Group = CallResponse<typeof languageGroupCall>
type Drafts = { readonly [key: string]: string | null }

/** The texts of one group; what is typed is saved together, and said at once. */
export function GroupEditor({ info, group, onSaved }: { info: Info; group: Group; onSaved: () => void }) {
  const say = useSay()
  const notify = useNotify()
  const fail = useFailure()
  const provider = useProvider()
  const { renew } = useShell()
  const { actor, model } = useConsole()
  const [drafts, setDrafts] = useState<Drafts>({})
  const [machine, setMachine] = useState<ReadonlySet<string>>(new Set())
  const [errors, setErrors] = useState<{ readonly [key: string]: string }>({})
  const [busy, setBusy] = useState(false)
  const [filter, setFilter] = useState({ unfilled: false, q: '' })
  const [ask, dialog] = useConfirm()
  const { id: language } = info.item
  const isMain = info.is_main_language
  const disabled = busy || !mayEditForAll(actor, model, LANGUAGES)
  usePageTitle(`${group.name} · ${info.item.name}`, 0)

  const textOf = (item: LanguageItem): string | null =>
    Object.hasOwn(drafts, item.id) ? (drafts[item.id] ?? null) : item.value
  const changed = group.items.filter((item) => (textOf(item) ?? '') !== (item.value ?? ''))
  const wrong = changed.some((item) => {
    const text = textOf(item)
    return (
      text !== null && text.trim() !== '' && text !== item.default_value && checkWord(item.source, text).some(isSerious)
    )
  })
  const sought = fold(filter.q)
  // A text that is being filled stays in sight.
  const shown = group.items.filter(
    (item) =>
      (!filter.unfilled || !item.completed) &&
      (sought === '' || [item.id, item.source, textOf(item) ?? ''].some((text) => fold(text).includes(sought))),
  )
  const set = (id: string, text: string | null): void => {
    setDrafts((now) => ({ ...now, [id]: text }))
    setMachine((now) => new Set([...now].filter((one) => one !== id)))
    setErrors(({ [id]: _gone, ...others }) => others)
  }

  const save = async (): Promise<void> => {
    if (changed.length === 0 || wrong || disabled) return
    setBusy(true)
    try {
      const { msg } = await provider.call(saveGroupItemsCall, {
        id_language: language,
        id_group: group.id,
        items: changed.map((item) => ({ id: item.id, value: textOf(item), was: item.value })),
      })
      notify(msg, { type: 'success' })
      setDrafts({})
      setMachine(new Set())
      onSaved()
      void renew()
    } catch (failure) {
      const found = Object.entries(errorsIn(failure)).flatMap(([source, text]) => {
        const item = changed[Number(/^items\.(\d+)\./.exec(source)?.[1])]
        return item ? [[item.id, text] as const] : []
      })
      setErrors(Object.fromEntries(found))
      if (found.length === 0) fail(failure)
    } finally {
      setBusy(false)
    }
  }
  const translate = async (items: readonly LanguageItem[]): Promise<void> => {
    setBusy(true)
    try {
      let lost = 0
      for (let at = 0; at < items.length; at += MAX_WORDS_TRANSLATED) {
        const some = items.slice(at, at + MAX_WORDS_TRANSLATED)
        const answer = await provider.call(translateWordsCall, { language, words: some.map(({ source }) => source) })
        const said = some.flatMap(({ id }, place) => {
          const value = answer.items[place]?.value ?? null
          return value === null ? [] : [[id, value] as const]
        })
        lost += some.length - said.length
        setDrafts((now) => ({ ...now, ...Object.fromEntries(said) }))
        setMachine((now) => new Set([...now, ...said.map(([id]) => id)]))
      }
      if (lost > 0) notify(say('console_texts.placeholders_lost', { smart_count: lost }), { type: 'warning' })
    } catch (failure) {
      fail(failure)
    } finally {
      setBusy(false)
    }
  }
  const unfilled = group.items.filter((item) => (textOf(item) ?? '').trim() === '')
  const toOriginal = async (): Promise<void> => {
    if (
      !(await ask({
        title: say('console_texts.assign_original'),
        text: say('console_texts.assign_text'),
        accept: say('console_texts.assign'),
      }))
    )
      return
    setDrafts(Object.fromEntries(group.items.map((item) => [item.id, item.default_value])))
  }
  useKeys([{ keys: 'ctrl+s', label: say('ra.action.save'), run: () => void save() }])

  return (
    <Box component="section" aria-label={group.name}>
      <LeaveGuard isDirty={changed.length > 0} />
      <Stack
        direction="row"
        sx={{
          gap: 1,
          alignItems: 'center',
          flexWrap: 'wrap',
          position: 'sticky',
          top: 0,
          zIndex: 2,
          bgcolor: 'background.default',
          py: 1,
        }}
      >
        <Typography variant="h1" sx={{ flex: 1, minWidth: 160 }}>
          {group.name}
        </Typography>
        {isMain && (
          <Button color="inherit" disabled={disabled} onClick={() => void toOriginal()}>
            {say('console_texts.assign_original')}
          </Button>
        )}
        {info.auto_translate && (
          <Button color="inherit" disabled={disabled || unfilled.length === 0} onClick={() => void translate(unfilled)}>
            {say('console_texts.translate_group')}
          </Button>
        )}
        <Button
          variant="contained"
          loading={busy}
          disabled={disabled || changed.length === 0 || wrong}
          onClick={() => void save()}
        >
          {changed.length === 0
            ? say('console_texts.save')
            : say('console_texts.save_count', { smart_count: changed.length })}
        </Button>
      </Stack>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, alignItems: { sm: 'flex-end' }, mb: 1 }}>
        <Box sx={{ width: { sm: 280 } }}>
          <TextBox
            source="q"
            required={false}
            disabled={false}
            label={say('console_texts.find_text')}
            text={filter.q}
            onText={(q) => setFilter({ ...filter, q })}
          />
        </Box>
        {!isMain && (
          <FormControlLabel
            label={say('console_texts.only_unfilled')}
            control={
              <Switch checked={filter.unfilled} onChange={(_event, on) => setFilter({ ...filter, unfilled: on })} />
            }
          />
        )}
        {group.items[0]?.place.route && (
          <Button component={LinkBase} to={group.items[0].place.route} color="inherit">
            {say('console_texts.see_page')}
          </Button>
        )}
      </Stack>
      {shown.length === 0 ? (
        <Notice
          icon={filter.unfilled || sought !== '' ? 'filter' : 'empty'}
          title={say(filter.unfilled ? 'console_texts.none_unfilled' : 'console_texts.none')}
        />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxWidth: 900 }}>
          {shown.map((item) => (
            <WordRow
              key={item.id}
              item={item}
              text={textOf(item)}
              isMain={isMain}
              disabled={disabled}
              error={errors[item.id]}
              isMachine={machine.has(item.id)}
              onText={(text) => set(item.id, text)}
              onTranslate={info.auto_translate ? () => void translate([item]) : undefined}
            />
          ))}
        </Box>
      )}
      {dialog}
    </Box>
  )
}
