import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { fieldKeys } from '../../model/field-words'
import type { JsonObject } from '../../model/json'
import { firstWord, resourceTitle } from '../console/labels'
import { useConsole } from '../console/console'
import { columnsIn, measureKind, objectIn } from './block-draft'

/** What blocks and numbers of any catalogue are called until somebody names them: `Servicios: total, por Estado`. */
export interface ReportWords {
  readonly measure: (of: string, said: JsonObject) => string
  readonly title: (block: JsonObject) => string
}

export function useReportWords(): ReportWords {
  const translate = useTranslate()
  const { model } = useConsole()
  return useMemo(() => {
    const label = (of: string, f: string): string => {
      const resource = model.resources[of]
      const field = resource && model.entities[resource.entity]?.fields[f]
      return (
        (resource && field && !field.dynamic ? firstWord(translate, fieldKeys(resource, field, f)) : null) ??
        field?.title ??
        f
      )
    }
    const measure = (of: string, said: JsonObject): string => {
      const kind = measureKind(said)
      const side = (json: JsonObject): string =>
        typeof json.sum === 'string' ? label(of, json.sum) : translate('report.count')
      if (kind === 'count') return translate('report.count')
      if (kind === 'share')
        return translate('own_reports.words.share', {
          name: Object.keys(objectIn(said.share))
            .map((f) => label(of, f))
            .join(', '),
        })
      const { of: top, to: bottom } = objectIn(said.ratio)
      if (kind === 'ratio')
        return translate('own_reports.words.ratio', { of: side(objectIn(top)), to: side(objectIn(bottom)) })
      return translate(`own_reports.words.${kind}`, {
        name: label(of, String(kind === 'percentile' ? said.f : said[kind])),
        p: String(said.percentile ?? ''),
      })
    }
    const title = (block: JsonObject): string => {
      const of = String(block.of)
      const resource = model.resources[of]
      if (!resource) return translate('own_reports.block')
      const [first = block] = block.as === 'table' ? columnsIn(block) : [block]
      const by = typeof block.by === 'string' ? translate('own_reports.words.by', { name: label(of, block.by) }) : ''
      return `${resourceTitle(translate, resource)}: ${measure(of, first)}${by === '' ? '' : `, ${by}`}`
    }
    return { measure, title }
  }, [translate, model])
}
