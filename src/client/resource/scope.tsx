import { ResourceContextProvider, useTranslate } from 'react-admin'
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import { isSeen } from '../../model/rights/hidden'
import type { JsonObject } from '../../model/json'
import type { Resource } from '../../model/resource'
import { headingOne } from '../../model/titled-one'
import type { RuleContext } from '../../model/rules/rule'
import { rulePaths } from '../../model/rules/rule-fields'
import { useConsole } from '../console/console'
import {
  choiceName,
  oneTitle,
  resourceTitle,
  useFieldLabel,
  useResourceTitle,
  type FieldLabel,
} from '../console/labels'
import { mayOpen } from '../session/may-open'
import { useTagPool } from './people/use-tag-pool'
import { AnswerPartsProvider } from '../../ui/inputs/answer-parts'
import { InnerValuesProvider } from '../../ui/inputs/inner-values'
import { ChildRowsProvider } from '../../ui/inputs/child-rows'
import { LookupProvider, useLookup } from '../../ui/lookup'
import { useDisplayStyle } from '../../ui/show/style'
import { ANSWER_PARTS } from './answers/answer-parts'
import { CHILD_ROWS } from './children/child-rows'
import { useCreateInPlace } from './form/create-in-place'
import { INNER_VALUES } from './inner-values'
import { referencePath, resourceOfRef } from '../provider/paths'
import { recordName } from './record-name'

/** What the parts of a generated screen need of their resource. */
export interface ScreenScope {
  readonly resource: Resource
  readonly entity: Entity
  readonly title: string
  readonly mayEdit: boolean
  /** Whether they begin new ones. */
  readonly mayCreate: boolean
  /** Whether the user may run its actions, also where only the program writes the records. */
  readonly mayAct: boolean
  /** The label of a field or of a wire name that a reference brings. */
  readonly label: FieldLabel
  /** The name of a record. */
  readonly nameOf: (record: JsonObject) => string
  /** The same where it stands alone, in a heading or a question: `Servicio 1225` for a bare number. */
  readonly headingOf: (record: JsonObject) => string
  /** The context in which a rule is read for a record. */
  readonly contextOf: (record: JsonObject) => RuleContext
  readonly isSeen: (field: Field, record: JsonObject) => boolean
}

const ScopeContext = createContext<ScreenScope | null>(null)

export function useScope(): ScreenScope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('useScope needs a <ResourceScope> around it.')
  return scope
}

/** Around the screens of one resource. */
export function ResourceScope({ resource, children }: { resource: Resource; children: ReactNode }) {
  const translate = useTranslate()
  const { model, actor, config } = useConsole()
  const entity = model.entities[resource.entity]
  if (!entity) throw new Error(`The resource ${resource.name} names the entity ${resource.entity}, which is unknown.`)
  const label = useFieldLabel(resource)
  const { zone } = useDisplayStyle()
  const title = useResourceTitle(resource)
  const mayAct = mayOpen(actor, model, resource.name, 'edit')
  const mayEdit = mayAct && resource.readOnly !== true
  const mayCreate = mayEdit && resource.uncreated !== true
  const scope = useMemo<ScreenScope>(() => {
    const contextOf = (record: JsonObject): RuleContext => ({
      record,
      user: actor.facts,
      setting: config,
      now_ms: Date.now(),
    })
    const wordOf = (field: Field, value: string): string => choiceName(translate, field, value)
    const nameOf = (record: JsonObject): string => recordName(resource, entity, record, zone, wordOf)
    return {
      resource,
      entity,
      title,
      mayEdit,
      mayCreate,
      mayAct,
      label,
      contextOf,
      nameOf,
      headingOf: (record) => headingOne(oneTitle(translate, resource, entity), nameOf(record)),
      isSeen: (field, record) =>
        !field.secret &&
        (isBeyond(field, record) ? Object.hasOwn(record, field.name) : isSeen(field, contextOf(record))),
    }
  }, [resource, entity, title, mayEdit, mayCreate, mayAct, label, actor, config, zone, translate])
  return (
    <ResourceContextProvider value={resource.name}>
      <ScopeContext.Provider value={scope}>
        <LinkedLookup label={label} resource={resource}>
          {children}
        </LinkedLookup>
      </ScopeContext.Provider>
    </ResourceContextProvider>
  )
}

/** The same screens over the fields of a small dialog, which every user who sees it may fill in. */
export function EntityScope({ entity, children }: { entity: Entity; children: ReactNode }) {
  const scope = useScope()
  const over = useMemo<ScreenScope>(() => {
    const label: FieldLabel = (f, titled) => {
      const said = scope.label(f, titled)
      return said === f ? (entity.fields[f]?.title ?? f) : said
    }
    return { ...scope, entity, label, mayEdit: true, mayCreate: true }
  }, [scope, entity])
  return <ScopeContext.Provider value={over}>{children}</ScopeContext.Provider>
}

/** References lead to their record's page where this user may see it, and offer a new record where they may edit. */
function LinkedLookup({
  label,
  resource,
  children,
}: {
  label: (f: string) => string
  resource: Resource
  children: ReactNode
}) {
  const lookup = useLookup()
  const { model, actor } = useConsole()
  const [{ create, mayCreate }, dialog] = useCreateInPlace()
  const href = useCallback(
    (field: Field, id: number | string, record?: JsonObject) => referencePath(actor, model, field, id, record),
    [model, actor],
  )
  const translate = useTranslate()
  const titleOf = useCallback(
    (field: Field) => {
      const to = resourceOfRef(model, field)
      return to && resourceTitle(translate, to)
    },
    [model, translate],
  )
  const tags = useTagPool(resource)
  const linked = useMemo(
    () => ({ ...lookup, href, titleOf, labelOf: label, create, mayCreate, tags }),
    [lookup, href, titleOf, label, create, mayCreate, tags],
  )
  return (
    <LookupProvider value={linked}>
      <InnerValuesProvider value={INNER_VALUES}>
        <AnswerPartsProvider value={ANSWER_PARTS}>
          <ChildRowsProvider value={CHILD_ROWS}>{children}</ChildRowsProvider>
        </AnswerPartsProvider>
      </InnerValuesProvider>
      {dialog}
    </LookupProvider>
  )
}

// Fields of a referenced record do not come with every record; the server leaves hidden ones out.
const isBeyond = ({ see }: Field, record: JsonObject): boolean =>
  see !== undefined && rulePaths(see).some(({ ref, field }) => !Object.hasOwn(record, `${ref}.${field}`))
