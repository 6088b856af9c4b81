/** The dialog, popover or menu that is open; null: none. */
export const openModal = (): Element | null => document.querySelector('.MuiModal-root:not(.MuiModal-hidden)')
