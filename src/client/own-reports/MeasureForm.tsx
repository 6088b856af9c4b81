import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import type { Resource } from '../../model/resource'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { useFieldLabel } from '../console/labels'
import { changed, fieldsOf, isNumberField, measureKind, MEASURES, objectIn, type MeasureKind } from './block-draft'
import { FiltersBox } from './FiltersBox'

interface MeasureFormProps {
  readonly resource: Resource
  readonly entity: Entity
  /** The keywords of the measure. */
  readonly said: JsonObject
  readonly errors: (key: string) => string | undefined
  readonly onChange: (measure: JsonObject) => void
}

const PERCENTILES = ['50', '75', '90', '95', '99']
const PER = ['1', '100', '1000', '3600']

/** What a number says: how many, the sum, mean or percentile of a field, a share, or one number for each of another. */
export function MeasureForm({ resource, entity, said, errors, onChange }: MeasureFormProps) {
  const translate = useTranslate()
  const label = useFieldLabel(resource)
  const kind = measureKind(said)
  const numbers = fieldsOf(entity, isNumberField).map(({ name }) => ({ value: name, label: label(name) }))
  const field =
    kind === 'percentile'
      ? String(said.f ?? '')
      : typeof said[kind] === 'string'
        ? said[kind]
        : (numbers[0]?.value ?? '')
  const own = (key: string) => translate(`own_reports.${key}`)
  const of = (next: MeasureKind, f: string, p = 50): JsonObject => {
    if (next === 'count') return {}
    if (next === 'share') return { share: {} }
    if (next === 'ratio') return { ratio: { of: {}, to: f === '' ? {} : { sum: f } } }
    return next === 'percentile' ? { percentile: p, f } : { [next]: f }
  }
  const kinds = MEASURES.filter((one) => numbers.length > 0 || one === 'count' || one === 'share')
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <ChoiceSelect
        source="what"
        label={own('measure')}
        value={kind}
        required
        disabled={false}
        options={kinds.map((one) => ({ value: one, label: own(`measures.${one}`) }))}
        onChange={(next) => onChange(of(next as MeasureKind, field || (numbers[0]?.value ?? '')))}
      />
      {(kind === 'sum' || kind === 'avg' || kind === 'percentile') && (
        <ChoiceSelect
          source="f"
          label={own('field')}
          value={field}
          required
          disabled={false}
          options={numbers}
          error={errors(kind === 'percentile' ? 'f' : kind)}
          onChange={(f) => onChange(changed(of(kind, f, Number(said.percentile ?? 50)), { until: undefined }))}
        />
      )}
      {kind === 'percentile' && (
        <ChoiceSelect
          source="p"
          label={own('percentile')}
          value={String(said.percentile)}
          required
          disabled={false}
          options={PERCENTILES.map((p) => ({
            value: p,
            label: translate(p === '50' ? 'own_reports.median' : 'own_reports.percentile_of', { p }),
          }))}
          onChange={(p) => onChange(of('percentile', field, Number(p)))}
        />
      )}
      {kind === 'share' && (
        <FiltersBox
          resource={resource}
          label={own('share_of')}
          values={objectIn(said.share)}
          error={errors('share')}
          onChange={(share) => onChange({ share })}
        />
      )}
      {kind === 'ratio' && (
        <RatioForm
          resource={resource}
          said={objectIn(said.ratio)}
          numbers={numbers}
          errors={errors}
          onChange={(ratio) => onChange({ ratio })}
        />
      )}
    </Box>
  )
}

interface RatioFormProps {
  readonly resource: Resource
  readonly said: JsonObject
  readonly numbers: readonly { readonly value: string; readonly label: string }[]
  readonly errors: (key: string) => string | undefined
  readonly onChange: (ratio: JsonObject) => void
}

function RatioForm({ resource, said, numbers, errors, onChange }: RatioFormProps) {
  const translate = useTranslate()
  const put = (change: { readonly [key: string]: JsonObject[string] | undefined }): void =>
    onChange({ of: {}, to: {}, ...changed(said, change) })
  return (
    <>
      {(['of', 'to'] as const).map((side) => {
        const now = objectIn(said[side])
        return (
          <Box
            key={side}
            role="group"
            aria-label={translate(`own_reports.ratio_${side}`)}
            sx={{ display: 'grid', gap: 1 }}
          >
            <ChoiceSelect
              source={side}
              label={translate(`own_reports.ratio_${side}`)}
              value={typeof now.sum === 'string' ? now.sum : 'count'}
              required
              disabled={false}
              error={errors(`ratio.${side}.sum`)}
              options={[{ value: 'count', label: translate('own_reports.measures.count') }, ...numbers]}
              onChange={(sum) => put({ [side]: changed(now, { sum: sum === 'count' ? undefined : sum }) })}
            />
            <FiltersBox
              resource={resource}
              label={translate('own_reports.only')}
              values={objectIn(now.filters)}
              onChange={(filters) =>
                put({ [side]: changed(now, { filters: Object.keys(filters).length > 0 ? filters : undefined }) })
              }
            />
          </Box>
        )
      })}
      <ChoiceSelect
        source="as"
        label={translate('own_reports.ratio_as')}
        value={said.as === 'percent' ? 'percent' : 'number'}
        required
        disabled={false}
        options={['number', 'percent'].map((one) => ({ value: one, label: translate(`own_reports.ratio_${one}`) }))}
        onChange={(as) => put({ as: as === 'percent' ? as : undefined, per: as === 'percent' ? undefined : said.per })}
      />
      {said.as !== 'percent' && (
        <ChoiceSelect
          source="per"
          label={translate('own_reports.per')}
          value={String(said.per ?? 1)}
          required
          disabled={false}
          options={PER.map((one) => ({ value: one, label: translate('own_reports.per_each', { per: one }) }))}
          onChange={(per) => put({ per: per === '1' ? undefined : Number(per) })}
        />
      )}
      {errors('ratio') && (
        <Typography role="alert" variant="caption" sx={{ color: 'error.main' }}>
          {errors('ratio')}
        </Typography>
      )}
    </>
  )
}
