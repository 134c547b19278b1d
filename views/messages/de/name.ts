import type { name as en } from '../en/name.js';

export const name: Record<keyof typeof en, string> = {
  'name.notRecorded': 'nicht erfasst',
  'name.erasedPerson': 'gelöschte Person {id}',
  'name.onCommandLine': '{name}, auf der Kommandozeile',
  'name.commandLine': 'Kommandozeile ({account})',
  'name.program': 'das Programm „{program}“ für {person}',
  'name.someProgram': 'ein Programm für {person}',
  'name.unreadable': 'Name nicht lesbar ({id})',
};
