export const scheduled = {
  'scheduled.changesTo': 'Changes to {value}',
  'scheduled.titledTo': '{mail} to {people}',
  'scheduled.mailTo': '{timer}: mail to {people}',
  'scheduled.nextAttempt': 'Next attempt to send “{call}”',
  'scheduled.cause': 'Last attempt: {why}',
  'scheduled.title': 'Scheduled',
  'scheduled.ifStill': 'if still {states}',
  'scheduled.showAll': 'All that is scheduled',
  'scheduled.hint': 'What will happen by itself in {application}, the soonest first.',
  'scheduled.rebuilding':
    'This list is being rebuilt after an upgrade. Reminders and deadlines are missing until then.',
  'scheduled.rebuildingPercent':
    'This list is being rebuilt after an upgrade, {percent} %. Reminders and deadlines are missing until then.',
  'scheduled.notYet': 'The list is not complete yet.',
  'scheduled.nothing': 'Nothing is scheduled that you may see.',
  'scheduled.appears': 'Reminders, deadlines and planned changes appear here as soon as there are any.',
  'scheduled.noneVisible': 'None of these is about a record that you can see. There may be more.',
  'scheduled.what': 'What happens',
  'scheduled.about': 'About',
  'scheduled.unless': 'unless {condition}',
};
