/** A record with what it is: `Servicio 12`; `Factura 5` where its name begins with that. */
export const titledOne = (title: string, name: string): string =>
  name.split(' ')[0] === title.split(' ')[0] ? name : `${title} ${name}`

/** What a heading or a question calls a record: its name; a bare number says of what it is. */
export const headingOne = (title: string, name: string): string => (/\p{L}/u.test(name) ? name : titledOne(title, name))
