/** An element with its class, text and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, { of, text, inside = [] }: { readonly of?: string; readonly text?: string; readonly inside?: readonly Node[] } = {},
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  if (of !== undefined) made.className = of
  if (text !== undefined) made.textContent = text
  made.append(...inside)
  return made
}
