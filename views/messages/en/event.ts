// event
export const event = {
  'event.title': 'Event {position, number}',
  'event.stream': 'Stream',
  'event.version': 'Version in the stream',
  'event.id': 'Event id',
  'event.correlation': 'Correlation',
  'event.cause': 'Caused by',
  'event.stored': 'As it is stored',
  'event.leftOut': 'Left out, whether or not there is anything, because you may not see it: {paths}.',
  'event.erased': 'Erased, nobody can read it: {paths}.',
  'event.unreadable': 'Not erased, but nobody can read it until the key is put back: {paths}.',
  'event.damaged': 'Damaged, nobody can read it as it is stored: {paths}.',
  'event.json': 'The event as JSON',
  'event.before': 'Event before',
  'event.after': 'Event after',
};
