/** What a search is told where it filters: nothing must be chosen, and it opens where its pill was pressed. */
export const filterSearch = <Rest extends { readonly autoFocus?: boolean }>(rest: Rest) => ({
  ...rest,
  required: false,
  disabled: false,
  openOnFocus: rest.autoFocus,
})
