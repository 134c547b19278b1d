// An application for everyone who is signed in, whose records only have a number.
import { documentOf } from '../specification/documents.js';
export const NOTES = documentOf(
  {
    1: `key: notes
name: Notes
timeZone: Europe/Berlin`,
    3: `entities:
  Note:
    number: "N-{year}-{seq:4}"
    title: "{title}"
    fields:
      title: { type: text, required: true, max: 120 }
      text: { type: text, multiline: true, max: 20000 }`,
    9: `limits: { opensPerUserPerDay: 100000 }`,
  },
  'Specification: notes',
);
