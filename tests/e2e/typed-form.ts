import type { Locator, Page } from '@playwright/test'
import { choices } from '../../src/model/rules/choices'
import { asReference } from '../../src/model/any-reference'
import type { Field } from '../../src/model/field'
import type { Json, JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import { dateTimeText, dateText } from '../../src/ui/show/date-text'
import { expect } from './console'

/** A worker's pace. */
const PACE_MS = 30

type NameOf = (field: Field, id: Json) => string | undefined

/**
 * Types the values of a record into an open form, in its order; what the form does not ask is left.
 * @returns names of the fields that were filled
 */
export async function typeRecord(
  page: Page,
  form: Locator,
  fields: readonly Field[],
  values: JsonObject,
  model: Model,
  nameOf: NameOf,
): Promise<readonly string[]> {
  const filled: string[] = []
  for (const field of fields) {
    const value = values[field.name] ?? null
    if (value === null) continue
    if (field.children) {
      if (await typeRows(page, form, field, value as unknown as readonly JsonObject[], model, nameOf))
        filled.push(field.name)
    } else if (await typeValue(page, form, field, field.name, value, nameOf)) filled.push(field.name)
  }
  return filled
}

async function typeRows(
  page: Page,
  form: Locator,
  field: Field,
  rows: readonly JsonObject[],
  model: Model,
  nameOf: NameOf,
): Promise<boolean> {
  const add = form.locator(`[data-field="${field.name}"]`)
  if ((await add.count()) === 0 || !(await add.isVisible())) return false
  const of = model.entities[field.children?.of ?? '']
  for (const [at, row] of rows.entries()) {
    await add.click()
    for (const name of field.children?.columns ?? []) {
      const cell = of?.fields[name]
      if (cell && (row[name] ?? null) !== null)
        await typeValue(page, form, cell, `${field.name}.${at}.${name}`, row[name] ?? null, nameOf)
    }
  }
  return true
}

/** @returns whether the form asks it */
async function typeValue(
  page: Page,
  form: Locator,
  field: Field,
  source: string,
  value: Json,
  nameOf: NameOf,
): Promise<boolean> {
  const control = form.locator(`[name="${source}"], [data-source="${source}"]`).first()
  if ((await control.count()) === 0) return false
  if (await control.evaluate((at: HTMLElement) => at.closest('[hidden]') !== null || (at as HTMLInputElement).disabled))
    return false
  const type = async (at: Locator, text: string): Promise<void> => {
    await at.click()
    await at.press('Control+a')
    await page.keyboard.type(text, { delay: PACE_MS })
  }
  switch (field.type) {
    case 'flag': {
      const isButton = await control.evaluate((at) => at.tagName === 'BUTTON')
      const on = value === true || value === 1
      if (isButton) await form.locator(`button[name="${source}"][value="${on ? 1 : 0}"]`).click()
      else if ((await control.isChecked()) !== on) await control.press('Space')
      return true
    }
    case 'enum': {
      if (choices(field).length > 12) {
        await type(control, String(value))
        return true
      }
      await control.locator('xpath=..').getByRole('combobox').click()
      await page.locator(`[role=option][data-value="${String(value)}"]`).click()
      return true
    }
    case 'choices': {
      const all = choices(field).map((one) => one.value)
      for (const one of value as readonly string[])
        await form.locator(`[name="${source}"]`).nth(all.indexOf(one)).check()
      return true
    }
    case 'rating':
      await form.locator(`[name="${source}"][value="${String(value)}"]`).check({ force: true })
      return true
    case 'ref':
    case 'refs':
    case 'ref-any': {
      const isAny = field.type === 'ref-any'
      const { kind = '', id = null } = isAny
        ? (value as { kind: string; id: number })
        : { id: Array.isArray(value) ? (value[0] ?? null) : value }
      const name = nameOf((isAny && asReference(field, kind)) || field, id) ?? String(id)
      // A sole choice stands there already.
      if ((await control.inputValue()) === name) return true
      await type(control, name)
      await page.keyboard.press('Tab')
      if (field.type !== 'refs') await expect(control, `${source} takes "${name}" as it is typed`).toHaveValue(name)
      await expect(
        control.locator('xpath=ancestor::*[@data-form-cell or self::td][1]').getByRole('alert'),
        source,
      ).toHaveCount(0)
      return true
    }
    case 'date':
      await type(control, dateText(String(value)))
      return true
    case 'datetime':
      await type(control, dateTimeText(String(value), 'America/Lima'))
      return true
    case 'time':
      await control.fill(String(value))
      return true
    case 'point': {
      const { lat, lng } = value as { lat: number; lng: number }
      await type(control, String(lat))
      await type(form.locator(`[name="${source}.lng"]`), String(lng))
      return true
    }
    case 'polygon':
      await control.fill(
        (value as unknown as readonly { lat: number; lng: number }[])
          .map(({ lat, lng }) => `${lat}, ${lng}`)
          .join('\n'),
      )
      return true
    case 'schedule':
      await control.check()
      return true
    case 'json':
    case 'object':
    case 'tags':
    case 'icon':
      return false
    default:
      await type(control, String(value))
      return true
  }
}
