import FilesIcon from '@mui/icons-material/ImportExport'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useRef } from 'react'
import { exportLanguageCall, importLanguageCall, LANGUAGES } from '../../model/words/language-calls'
import { useFailure } from '../../ui/failure'
import { useSay } from '../../ui/show/style'
import { useProvider } from '../console/provider'
import { useMenu } from '../console/use-menu'
import { saveFile } from '../resource/list/save-file'

interface LanguageFilesProps {
  readonly language: string
  readonly name: string
  readonly edits: boolean
  readonly onImported: (msg: string) => void
}

/** A language's texts as a file, and back from one: the program's JSON, or a sheet for a spreadsheet. */
export function LanguageFiles({ language, name, edits, onImported }: LanguageFilesProps) {
  const say = useSay()
  const fail = useFailure()
  const provider = useProvider()
  const { button, menu, close } = useMenu()
  const file = useRef<HTMLInputElement>(null)
  const json = async (): Promise<void> => {
    const answer = await provider.call(exportLanguageCall, { id_language: language })
    saveFile(new Blob([`${JSON.stringify(answer.words, null, 2)}\n`], { type: 'application/json' }), answer.name)
  }
  const sheet = async (): Promise<void> => {
    const { blob, name: given } = await provider.reportFile(`${LANGUAGES}/sheet`, { id_language: language }, 'xlsx')
    saveFile(blob, given)
  }
  const read = async (chosen: File): Promise<void> => {
    const { msg } = await provider.call(importLanguageCall, {
      id_language: language,
      name: chosen.name,
      base64: base64Of(new Uint8Array(await chosen.arrayBuffer())),
    })
    onImported(msg)
  }
  const run = (work: () => Promise<void>) => (): void => {
    close()
    work().catch(fail)
  }
  const label = `${say('console_texts.files')}: ${name}`
  return (
    <>
      <IconButton {...button} aria-label={label} title={say('console_texts.files')}>
        <FilesIcon fontSize="small" />
      </IconButton>
      <Menu {...menu}>
        <MenuItem onClick={run(json)}>{say('console_texts.export_json')}</MenuItem>
        <MenuItem onClick={run(sheet)}>{say('console_texts.export_xlsx')}</MenuItem>
        {edits && (
          <MenuItem
            onClick={() => {
              close()
              file.current?.click()
            }}
          >
            {say('console_texts.import')}
          </MenuItem>
        )}
      </Menu>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={`${say('console_texts.import')}: ${name}`}
        accept=".json,.xlsx,.csv,.ods"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (chosen) read(chosen).catch(fail)
        }}
      />
    </>
  )
}

const PIECE = 32_768

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return btoa(text)
}
