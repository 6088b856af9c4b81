import { errorText, isAdvice, loadModel, type SourceFile } from '../../../model/load'
import type { Model } from '../../../model/model'
import { overlayModel, recordsOf, type AddingForm } from '../../../model/overlay'
import { booksOf, channelsOf, tableOwners, type ServerFeature } from '../feature/feature'
import { fieldTypes } from '../field-types'
import { defaultSettings } from '../settings/defaults'

/** Messages about fields that features need and the metadata lacks: metadata may change after the build. */
function missingNeeds(model: Model, features: readonly ServerFeature[]): string[] {
  return features.flatMap(({ name, needs }) =>
    Object.entries(needs).flatMap(([entity, fields]) => {
      const found = model.entities[entity]
      if (!found) return [`F001 custom/${name}: needs the entity "${entity}". Add schemas/${entity}.json.`]
      return fields
        .filter((field) => !found.fields[field])
        .map(
          (field) =>
            `F002 custom/${name}: needs the field "${field}" of "${entity}". Add it to schemas/${entity}.json.`,
        )
    }),
  )
}

/** Thrown where a start must not continue: its message has one line per mistake. */
export class InvalidMetadata extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'MetadataFaults'
  }
}

/** The current Model and, in development, the errors in the files as they are now. */
export interface Metadata {
  readonly model: () => Model
  /** Without the fields that forms add. */
  readonly base: () => Model
  readonly errors: () => readonly string[]
  replace(model: Model): void
  /** Adds the fields of published forms to the Model. */
  overlay(forms: readonly AddingForm[]): void
  complain(lines: readonly string[]): void
}

/**
 * Checks the files and the features' needs.
 * @param strict style errors count too, as in `npm run check`; a start continues despite them
 * @throws {InvalidMetadata}
 */
export function checkedModel(files: readonly SourceFile[], features: readonly ServerFeature[], strict = false): Model {
  const { model, errors } = loadModel([...files], fieldTypes, {
    widgets: features.flatMap(({ widgets }) => widgets ?? []),
    panels: features.flatMap(({ panels }) => panels ?? []),
    dialogs: features.flatMap(({ dialogs }) => dialogs ?? []),
    layouts: features.flatMap(({ layouts }) => layouts ?? []),
    charts: features.flatMap(({ charts }) => charts ?? []),
    screens: features.flatMap(({ modules }) => modules?.map(({ key }) => key) ?? []),
    channels: channelsOf(features),
    books: booksOf(features) !== undefined,
    tables: tableOwners(features),
    settings: Object.keys(defaultSettings(features)),
  })
  const grave = strict ? errors : errors.filter((error) => !isAdvice(error))
  if (grave.length > 0) throw new InvalidMetadata(grave.map(errorText))
  const needs = missingNeeds(model, features)
  if (needs.length > 0) throw new InvalidMetadata(needs)
  return model
}

export function metadataOf(first: Model): Metadata {
  let base = first
  let model = first
  let forms: readonly AddingForm[] = []
  let errors: readonly string[] = []
  return {
    model: () => model,
    base: () => base,
    errors: () => errors,
    replace(next) {
      base = next
      model = overlayModel(base, fieldTypes, forms)
      errors = []
    },
    overlay(published) {
      // Only those about records add fields. The same ones make the same Model, and everything cached for it stays
      // valid.
      const adding = (all: readonly AddingForm[]): string =>
        JSON.stringify(all.filter(({ target }) => recordsOf(base, target) !== null))
      const isSame = adding(published) === adding(forms)
      forms = published
      if (!isSame) model = overlayModel(base, fieldTypes, forms)
    },
    complain(lines) {
      errors = lines
    },
  }
}
