/** One mistake in metadata: a stable id, the file, the JSON pointer in it, and a sentence with the remedy. */
export interface MetadataError {
  readonly id: CheckId
  readonly path: string
  readonly pointer: string
  readonly sentence: string
}

/** `M002 resources/trips.json /list/columns/3: no field "diver_id" in schemas/trips.json. Did you mean "driver_id"?` */
export function errorText(error: MetadataError): string {
  return `${error.id} ${error.path}${error.pointer ? ` ${error.pointer}` : ''}: ${error.sentence}`
}

/** Whether an error is one of style: `npm run check` refuses it, a start continues. */
export function isAdvice(error: MetadataError): boolean {
  return error.id === 'M011'
}

/** What each check verifies; the ids are stable and never reused for something else. */
export const CHECKS = {
  M001: 'A file is JSON and stands where a schema or a resource belongs.',
  M002: 'A name in a view, a check or a list of fields is a field of the entity.',
  M003: 'A file says only what the meta-schema knows, in the shape it knows.',
  M004: 'A resource stands over an entity that has a schema.',
  M005: 'A widget, a panel, a screen, a dialog or a layout is supplied by a feature.',
  M006: 'A reference, an expanded name and a tab lead to something that exists.',
  M007: 'A rule asks of a field only what its type can answer.',
  M008: 'A rule looks at fields, user facts and settings that exist.',
  M009: 'A rule compares values of one kind.',
  M010: 'x-represent names fields with a readable text, in closed braces.',
  M011: 'A default is never written out.',
  M012: 'An enum lists its values, each once.',
  M013: 'A name is snake_case, at most 50 characters, and not reserved.',
  M014: 'A field type understands its keywords.',
  M015: 'Two things do not share one key on the wire.',
  M016: 'What is secret is shown, searched and asked about nowhere.',
  M017: 'Search looks into texts only.',
  M018: 'A pattern compiles and cannot take for ever.',
  M019: 'A lower limit is not above the upper one.',
  M020: 'A default is a valid value of its own field.',
  M021: 'A field that can be hidden is never simply required.',
  M022: 'A field type exists, fits the JSON type, and takes the keywords beside it.',
  M023: "An entity has one schema; an extension adds to the engine's entity and changes none of its fields.",
  M024: "Endpoints and routes are each one resource's own.",
  M025: 'A row of a form has twelve columns at most.',
  M026: 'A list is sorted and filtered by what its types can sort and filter.',
  M027: 'A form has a field once, and none that only the engine writes.',
  M028: 'An action does one thing: a call, a way to go or a dialog.',
  M029: 'A name in a list is there once.',
  M030: 'An import has columns that a file can fill, and finds records by what occurs once.',
  M031: "A tree's parent is a reference to its own entity.",
  M032: 'A text id belongs to a small entity, and its pattern compiles.',
  M033: "A singleton's record can be made by nobody: its required fields have defaults and no scope divides it.",
  M034: 'The field at the end of a route is a choice or a reference, and what opens first is one of its values.',
  M035: 'What another service keeps is asked of this database nowhere.',
  M036: "What is asked before a call are fields that can be written into a dialog, and a verb's answers fields that keep them.",
  M037: 'A setting is declared once.',
  M038: 'Rows of a record and computed values look at what can be written or reckoned.',
  M039: 'An icon is one that the console has.',
  M040: 'A group of rows has a rule or a title, and a title a name of its own.',
  M041: 'A value that a rule sets is a valid one of a field that people write, and no two rules wait for each other.',
  M042: 'What occurs once while a rule holds is asked of columns, and the rule compares them with written values.',
  M043: "Whose a row is, an id of the scope's own kind says: a user, a company, whatever the application declares.",
  M044: 'To whom a filter is offered, the user and the settings say.',
  M045: 'Who sees a catalogue, who creates records, and who reads their activity, the user says.',
  M046: "The application has staff, says each kind, scope and name once, and finds a scope's value where one is kept.",
  M047: 'A row belongs to scopes that the application declares.',
  M048: 'A table belongs to one owner: an entity, a feature or the engine.',
  M049: 'A form has every field without which nothing is created.',
  M050: 'A record is created in place where its catalogue is a module that people write.',
  M054: 'A part belongs to a value of an enum of the record, and its fields are there for nothing else.',
  M055: 'A rule names a role by its key, never by its number.',
  M056: 'A reference to one of several names catalogues or entities whose ids are numbers.',
  M057: 'An object holds plain values, on three levels at most.',
  M060: 'A flow goes over the states of an enum that nothing else changes.',
  M061: 'A move has a name of its own, leads between states, and writes fields of the record.',
  M062: 'What a state locks are fields of the record, and never the state in which records begin.',
  M063: 'A catalogue over a flow can create records, or says that it does not, and its actions are no moves.',
  M064: 'A series numbers a text by a format that tells its numbers apart, and by fields of the row.',
  M065: 'A move that gives a number of a series cannot be undone.',
  M070: 'A formula is one of the known operations, over fields, numbers and further operations.',
  M071: 'A formula counts with stored fields of the record, or of one that it refers to.',
  M072: 'A formula counts with values that fit together, and comes to a value of its field.',
  M073: 'No formula waits for itself.',
  M074: 'What a formula fills is written by nobody else and never required.',
  M075: 'Rows that a formula counts are rows that refer to the record.',
  M076: 'A rule in a formula looks at records alone.',
  M077: 'A copied value is one that its field can have.',
  M080: 'An effect waits for an event that the entity tells: made, changed by fields, removed, or a move of its flow.',
  M081: 'The fields of a change are fields that a write changes.',
  M082: 'A template is closed, and its filters fit its values.',
  M083: 'A template names fields that whoever gets the text may read.',
  M084: 'Who is told is a person, an e-mail address or a role.',
  M085: 'An effect goes out by one channel that is there, with all the words it needs.',
  M110: 'A layout of a list is drawn from fields of its kind.',
  M111: 'What is typed into the cells of a list is what people write, one value each.',
  M120: 'A number counts records, or adds, averages or compares what can be counted with.',
  M121: 'A number is divided by choices, references or lengths of time.',
  M122: 'A chart draws numbers of its kind.',
  M150: 'A rollup gathers rows by a moment or a day that has a column.',
  M151: 'A rollup is divided by choices, flags and references that have columns.',
  M152: 'A rollup adds up numbers that have columns.',
  M153: 'A rollup is said once.',
  M154: 'A list whose order begins with rules is sorted by a moment.',
  M155: 'What a record enters into the books goes between accounts that there are, each of whom it is of.',
  M156: 'What a record enters into the books is entered when it is made or moved, and taken back by a move.',
  M157: 'The books of the application are choices of its entities.',
  M130: 'The path of a report is its own: no catalogue, screen or other report has it.',
  M131: 'A block of a report counts a catalogue whose records are kept and listed here.',
  M132: 'A block of a report has a name of its own.',
  M133: 'Who sees a report, and whose first page it is, the user alone says.',
  M134: 'The days of a report are about a date or a moment of each catalogue, and it asks for days or for a year.',
  M135: 'An option of a report puts one number of a catalogue in place of another.',
  M136: 'A report is filtered by fields that lists of its catalogues are filtered by.',
  M137: 'A table has a row for each value of a field, columns of that record or numbers, and is sorted by one of them.',
  M138: 'A block says what its kind is drawn from, and nothing else.',
  M123: 'A map of numbers has the cells of a point, and nothing else does.',
  M124: 'A mean over time is of counts and sums by the hour of the week.',
  M125: 'A length of time lies between two moments.',
  M126: 'A ratio is of one count or sum to another.',
  M090: 'A document to print is made of blocks of a known kind, of records that are kept here.',
  M091: 'A document shows fields that paper can show: of the record, of its rows, or one reference away.',
  M092: 'Rows are rows, sums are of amounts, and whoever a document is for has a language.',
  M093: 'The blocks of a document have names of their own, a letterhead is made of settings that are there, and it goes with moves that ask.',
  M102: 'Comments, followers and tags are about records of this database that have pages of their own.',
  M103: 'Everyone takes part only where somebody beyond the house sees records.',
  M104: 'Catalogues of one entity agree on who sees its tags.',
  M105: 'The names that comments, followers and tags need are free.',
  M098: 'A form is laid out once: in rows, in tabs or in steps.',
  M099: 'A form begins with what is there for everybody: one of its tabs, its first step.',
  M100: 'What is closed at first has a title to open it by.',
  M101: 'Whether a step is there, an earlier step decides.',
  M094: 'Answers name the reference of their record to the form that they answer.',
  M095: 'A form adds fields to a catalogue of this database whose entity takes some.',
  M096: 'What forms may be about is declared once.',
  M097: 'The form that was answered stays with its answers, and each form of a record is answered once.',
  M106: 'Numbers that begin anew for each branch or kind are unique together with it.',
  M112: 'A card of a board waits since a moment, waits and rings in columns that there are, and is late before it is very late.',
  M113: 'What leads a card to a column is an action of the catalogue, where no flow says it.',
  M114: 'A place that is kept in other rows is that of one of them: references lead from it to the record, and one is the last.',
  M116: 'A bar of a calendar goes from one day to another, or from one moment to another.',
  M118: 'Who changes what all share is a scope that reads it and does not divide it.',
  M119: "A value that is another module's names a module that there is.",
  M117: 'Cells are typed where people write the records, and there are some to type into.',
  M127: 'Rows of a record are seen by whoever sees the record, and by nobody else.',
  M143: 'An entry of the menu is for staff, or for people of a role with a flag that there is.',
} as const
export type CheckId = keyof typeof CHECKS

/** Collects errors; `at` fixes the file and a place in it. */
export class MetadataErrors {
  readonly errors: MetadataError[] = []

  at(path: string): ErrorPlace {
    return new ErrorPlace(this, path, null, [])
  }
}

/** A place in a file where errors can be reported; its pointer is built when one is. */
export class ErrorPlace {
  constructor(
    private readonly list: MetadataErrors,
    readonly path: string,
    private readonly outer: ErrorPlace | null,
    private readonly keys: readonly (string | number)[],
  ) {}

  /** A deeper place, by keys and indexes. */
  in(...keys: (string | number)[]): ErrorPlace {
    return new ErrorPlace(this.list, this.path, this, keys)
  }

  error(id: CheckId, sentence: string): void {
    this.list.errors.push({ id, path: this.path, pointer: this.pointer(), sentence })
  }

  /** RFC 6901. */
  private pointer(): string {
    const own = this.keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    return (this.outer?.pointer() ?? '') + own
  }
}
