import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { fieldTypes } from '../../fields/data'
import { typeOf } from '../../model/canonical'
import type { JsonObject } from '../../model/json'
import { MAX_OWN_COLUMNS } from '../../model/own-report'
import { EACH } from '../../model/stat'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { TextBox } from '../../ui/inputs/TextBox'
import { useConsole } from '../console/console'
import { resourceTitle, useFieldLabel } from '../console/labels'
import {
  changed,
  columnsIn,
  countedCatalogues,
  dividedBlock,
  fieldsOf,
  freeBlockName,
  isChoiceField,
  isDatedField,
  isGroupField,
  kindsFor,
  measureIn,
  measureKind,
  objectIn,
  withMeasure,
} from './block-draft'
import { FiltersBox } from './FiltersBox'
import { MeasureForm } from './MeasureForm'
import { useReportWords } from './use-words'

interface BlockFormProps {
  readonly block: JsonObject
  /** The sentence of what is wrong at a key of the block. */
  readonly errors: (key: string) => string | undefined
  readonly onChange: (block: JsonObject) => void
}

const MAX_TITLE = 80
const WIDTHS = ['3', '4', '6', '12']

/** What one block counts, how it is divided and drawn. */
export function BlockForm({ block, errors, onChange }: BlockFormProps) {
  const translate = useTranslate()
  const { model, actor } = useConsole()
  const catalogues = countedCatalogues(Object.values(model.resources), actor)
    .map((one) => ({ value: one.name, label: resourceTitle(translate, one) }))
    .sort((a, b) => a.label.localeCompare(b.label))
  const resource = model.resources[String(block.of)]
  const entity = resource && model.entities[resource.entity]
  const label = useFieldLabel({ name: resource?.name ?? '', entity: resource?.entity ?? '' })
  const words = useReportWords()
  const own = (key: string): string => translate(`own_reports.${key}`)
  const named = (fits: Parameters<typeof fieldsOf>[1]) =>
    fieldsOf(entity, fits).map(({ name }) => ({ value: name, label: label(name) }))
  const by = typeof block.by === 'string' ? entity?.fields[block.by] : undefined
  const split = typeof block.split === 'string' ? block.split : ''
  const isTable = block.as === 'table'
  const each = EACH.filter((one) => by?.type !== 'date' || (one !== 'hour' && one !== 'hour_of_week'))
  const maySplit = by !== undefined && !isTable && block.each !== 'hour_of_week'
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <ChoiceSelect
        source="of"
        label={own('catalogue')}
        value={String(block.of ?? '')}
        required
        disabled={false}
        options={catalogues}
        error={errors('of')}
        onChange={(of) => onChange({ id: String(block.id), of, as: 'card' })}
      />
      {resource && entity && (
        <>
          <FiltersBox
            resource={resource}
            label={own('filters')}
            values={objectIn(block.filters)}
            error={errors('filters')}
            onChange={(filters) =>
              onChange(changed(block, { filters: Object.keys(filters).length > 0 ? filters : undefined }))
            }
          />
          <ChoiceSelect
            source="by"
            label={own('by')}
            value={typeof block.by === 'string' ? block.by : ''}
            required={false}
            disabled={false}
            empty={own('not_divided')}
            options={named(isGroupField)}
            error={errors('by')}
            onChange={(next) => onChange(dividedBlock(block, entity, { by: next, split: undefined }))}
          />
          {by && isDatedField(by) && (
            <ChoiceSelect
              source="each"
              label={own('each')}
              value={String(block.each ?? '')}
              required
              disabled={false}
              error={errors('each')}
              options={each.map((one) => ({ value: one, label: own(`times.${one}`) }))}
              onChange={(next) => onChange(dividedBlock(block, entity, { each: next }))}
            />
          )}
          {maySplit && (
            <ChoiceSelect
              source="split"
              label={own('split')}
              value={split}
              required={false}
              disabled={false}
              error={errors('split')}
              options={named((field) => isChoiceField(field) && field.name !== block.by)}
              onChange={(next) => onChange(dividedBlock(block, entity, { split: next === '' ? undefined : next }))}
            />
          )}
          {by && (
            <ChoiceSelect
              source="as"
              label={own('as')}
              value={String(block.as)}
              required
              disabled={false}
              error={errors('as')}
              options={kindsFor(by, block.each, split !== '').map((one) => ({
                value: one,
                label: own(`kinds.${one}`),
              }))}
              onChange={(next) => onChange(dividedBlock(block, entity, { as: next }))}
            />
          )}
          {isTable ? (
            <Columns block={block} errors={errors} onChange={onChange} />
          ) : (
            <MeasureForm
              resource={resource}
              entity={entity}
              said={block}
              errors={errors}
              onChange={(measure) =>
                onChange(
                  dividedBlock(withMeasure(block, measure), entity, {
                    ...(block.as === 'donut' && !['sum', 'count'].includes(measureKind(measure)) && { as: 'bars' }),
                  }),
                )
              }
            />
          )}
          {by && typeOf(by, fieldTypes).isMoment !== true && by.ref && !isTable && (
            <ChoiceSelect
              source="top"
              label={own('top')}
              value={String(block.top ?? 10)}
              required
              disabled={false}
              options={['5', '10', '20'].map((top) => ({ value: top, label: top }))}
              onChange={(top) => onChange(changed(block, { top: Number(top) }))}
            />
          )}
          <TextBox
            source="title"
            label={own('title')}
            text={typeof block.title === 'string' ? block.title : ''}
            onText={(title) => onChange(changed(block, { title }))}
            required={false}
            disabled={false}
            maxLength={MAX_TITLE}
            error={errors('title')}
            help={translate('own_reports.else_called', { title: words.title(block) })}
          />
          {by && (
            <ChoiceSelect
              source="width"
              label={own('width')}
              value={String(block.width ?? (isTable || block.as === 'heat' ? 12 : 6))}
              required
              disabled={false}
              options={WIDTHS.map((one) => ({ value: one, label: own(`widths.${one}`) }))}
              onChange={(width) => onChange(changed(block, { width: Number(width) }))}
            />
          )}
        </>
      )}
    </Box>
  )
}

/** The numbers of a table. */
function Columns({ block, errors, onChange }: BlockFormProps) {
  const translate = useTranslate()
  const { model } = useConsole()
  const resource = model.resources[String(block.of)]
  const entity = resource && model.entities[resource.entity]
  const words = useReportWords()
  const columns = columnsIn(block)
  const put = (next: readonly JsonObject[]): void => onChange({ ...block, columns: [...next] })
  if (!resource || !entity) return null
  return (
    <>
      {columns.map((column, at) => (
        <Box
          key={String(column.name)}
          role="group"
          aria-label={words.measure(resource.name, column)}
          sx={{
            display: 'grid',
            gap: 1.5,
            p: 1.5,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            position: 'relative',
          }}
        >
          <MeasureForm
            resource={resource}
            entity={entity}
            said={column}
            errors={(key) => errors(`columns.${at}.${key}`)}
            onChange={(measure) =>
              put(
                columns.map((one, place) =>
                  place === at
                    ? withMeasure(one, measureKind(measure) === 'count' ? { count: true } : measureIn(measure))
                    : one,
                ),
              )
            }
          />
          <TextBox
            source={`title_${at}`}
            label={translate('own_reports.column_title')}
            text={typeof column.title === 'string' ? column.title : ''}
            onText={(title) => put(columns.map((one, place) => (place === at ? changed(one, { title }) : one)))}
            required={false}
            disabled={false}
            maxLength={MAX_TITLE}
            help={translate('own_reports.else_called', { title: words.measure(resource.name, column) })}
          />
          {columns.length > 1 && (
            <IconButton
              size="small"
              aria-label={`${translate('own_reports.remove_measure')}: ${words.measure(resource.name, column)}`}
              onClick={() => put(columns.filter((_one, place) => place !== at))}
              sx={{ position: 'absolute', top: 4, insetInlineEnd: 4 }}
            >
              <RemoveIcon fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      {errors('columns') && (
        <Typography role="alert" variant="caption" sx={{ color: 'error.main' }}>
          {errors('columns')}
        </Typography>
      )}
      {columns.length < MAX_OWN_COLUMNS && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          onClick={() =>
            put([
              ...columns,
              {
                count: true,
                name: freeBlockName(
                  columns.map(({ name }) => String(name)),
                  'm',
                ),
              },
            ])
          }
          sx={{ justifySelf: 'start' }}
        >
          {translate('own_reports.add_measure')}
        </Button>
      )}
    </>
  )
}
