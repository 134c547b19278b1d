export const roles = {
  'roles.title': 'Who has which role',
  'roles.now': 'Today',
  'roles.then': 'At the end of {day}',
  'roles.day': 'On the day',
  'roles.person': 'Person',
  'roles.since': 'Since',
  'roles.by': 'Given by',
  'roles.none': 'Nobody has a role.',
  'roles.firstGranted': 'The first role in this log was given on {day}.',
  'roles.deputies': 'Deputies act with the roles of those they stand for.',
  'roles.deputiesNamed': 'Who was named a deputy, and until when',
  'roles.noDay': '“{text}” is no day. Write 2026-05-03.',
};
