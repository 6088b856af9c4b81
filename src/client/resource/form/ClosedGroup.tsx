import ArrowIcon from '@mui/icons-material/ExpandMore'
import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useId, useMemo, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import type { FormRow } from '../../../model/resource'
import { useScope } from '../scope'
import { useFormRules } from './far-values'
import { allCells, fieldsThatDecide, isThere } from './form-fields'
import { ValuesLine } from './ValuesLine'

/** Rows under a title that opens them; closed, a line says what they have. What is wrong in them opens them. */
export function ClosedGroup({
  title,
  rows,
  children,
}: {
  title: string
  rows: readonly FormRow[]
  children: ReactNode
}) {
  const { entity } = useScope()
  const contextOf = useFormRules()
  const { getValues } = useFormContext()
  const id = useId()
  const names = useMemo(() => allCells(rows).map(({ f }) => f), [rows])
  const { errors } = useFormState({ name: names })
  const deciding = useMemo(() => [...fieldsThatDecide(rows, entity)], [rows, entity])
  useWatch({ name: deciding, disabled: deciding.length === 0 })
  const [isOpen, setOpen] = useState(false)
  // Its fields are there once it has been open, and stay as they are when it is closed.
  const [wasOpen, setWasOpen] = useState(false)
  const isWrong = names.some((name) => errors[name] !== undefined)
  if (isWrong && !isOpen) setOpen(true)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!isThere(rows, entity, contextOf(getValues() as JsonObject))) return null
  return (
    <div role="group" aria-labelledby={id}>
      <Head>
        <ButtonBase
          id={id}
          aria-expanded={isOpen}
          aria-controls={`${id}-rows`}
          onClick={() => setOpen(!isOpen)}
          disableRipple
        >
          <ArrowIcon fontSize="small" aria-hidden sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)' }} />
          {title}
        </ButtonBase>
        {!isOpen && (
          <span>
            <ValuesLine rows={rows} />
          </span>
        )}
      </Head>
      <div id={`${id}-rows`} hidden={!isOpen}>
        {(isOpen || wasOpen) && (
          <Stack spacing={2} sx={{ pt: 2 }}>
            {children}
          </Stack>
        )}
      </div>
    </div>
  )
}

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0, 1.5),
  marginTop: theme.spacing(1),
  borderBottom: `1px solid ${theme.palette.divider}`,
  '& > button': {
    ...theme.typography.h4,
    flexShrink: 0,
    justifyContent: 'flex-start',
    gap: theme.spacing(0.5),
    padding: theme.spacing(0.75, 0.5, 0.75, 0),
    borderRadius: 4,
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` },
  },
  '& > span': {
    minWidth: 0,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
    fontSize: 12.5,
    color: theme.palette.text.secondary,
  },
  [theme.breakpoints.down('sm')]: {
    display: 'block',
    '& > span': { display: 'block', paddingBottom: theme.spacing(0.75) },
  },
}))
