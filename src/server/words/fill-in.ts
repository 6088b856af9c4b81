/**
 * Fills `%{name}` from the parameters, and chooses between `one |||| many` by `smart_count`: the form that the browser's
 * polyglot reads, for the texts the server says itself. A parameter that is not given stays as it is written.
 */
export function fillIn(text: string, params: { readonly [name: string]: string | number }): string {
  const forms = text.split('||||')
  const chosen = (forms.length > 1 && params.smart_count !== 1 ? forms[1] : forms[0]) ?? text
  return chosen.trim().replace(/%\{(\w+)\}/g, (written, name: string) => String(params[name] ?? written))
}
