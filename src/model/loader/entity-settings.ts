import type { EntityDraft } from './entity-draft'

type Drafts = ReadonlyMap<string, EntityDraft>

/** Names that the settings entities declare. */
export const settingNames = (drafts: Drafts): string[] =>
  [...drafts.values()].flatMap((draft) => (draft.entity.settings ? declared(draft).map(([name]) => name) : []))

/** If two pages declared one setting, each would keep a value of its own. */
export function checkSettings(drafts: Drafts): void {
  const owners = new Map<string, string>()
  for (const draft of drafts.values()) {
    if (!draft.entity.settings) continue
    for (const [name, { place }] of declared(draft)) {
      const other = owners.get(name)
      if (other)
        place?.error(
          'M037',
          `the setting "${name}" is declared in ${other} already. Choose another name, or remove one of the two.`,
        )
      else owners.set(name, `schemas/${draft.name}.json`)
    }
  }
}

const declared = (draft: EntityDraft): (readonly [string, NonNullable<ReturnType<EntityDraft['fields']['get']>>])[] =>
  [...draft.fields].filter(([, { field }]) => !field.system && !field.virtual)
