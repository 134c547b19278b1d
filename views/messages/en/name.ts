export const name = {
  'name.notRecorded': 'not recorded',
  'name.erasedPerson': 'erased person {id}',
  'name.onCommandLine': '{name}, on the command line',
  'name.commandLine': 'command line ({account})',
  'name.program': 'the program “{program}” for {person}',
  'name.someProgram': 'a program for {person}',
  'name.unreadable': 'somebody whose name cannot be read ({id})',
};
