/** Puts the focus on the control of a form's field and brings it into view. */
export function focusField(formId: string, name: string): void {
  const named = document
    .getElementById(formId)
    ?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"], [data-field="${CSS.escape(name)}"]`)
  // A select keeps its name on a hidden input beside the control.
  const control = named?.getAttribute('aria-hidden') === 'true' ? named.parentElement?.querySelector<HTMLElement>('[role=combobox]') : named
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
}
