export const retention = {
  'retention.ruleAt': 'Rule, line {line}',
  'retention.nothingErased': 'Nothing was erased.',
  'retention.notAllErased': 'Not everything was erased.',
  'retention.erased': '{count, plural, one {One record was erased.} other {# records were erased.}}',
  'retention.nothingDue': 'Nothing is due.',
  'retention.nothingDueHint': 'Records appear here when their retention period is over.',
  'retention.consequence':
    'In the records you ticked, and in their history, this can never be read again: {fields}. Everything else stays, with your decision.',
  'retention.reasonHelp': 'Only if there is more to say than that the time is over.',
  'retention.eraseForGood': 'Erase for good',
  'retention.due': 'Records that are due to be erased',
  'retention.erase': 'Erase',
  'retention.eraseNamed': 'Erase {name}',
  'retention.held': 'held',
  'retention.countedFrom': 'Counted from',
  'retention.dueSince': 'Due since',
  'retention.heading': 'Due to be erased: {entities}',
  'retention.nothingChosen': 'No record is chosen.',
  'retention.nothingChosenRemedy': 'Tick those that are to be erased.',
  'retention.noTime': 'no time',
  'retention.ruleAfterChange': 'Personal data in {entities} is kept for {period} after the last change.',
  'retention.ruleAfterState':
    'Personal data in {entities} is kept for {period} after the record came to {states}.',
  'retention.done':
    '{count, plural, one {The personal data of one record are erased.} other {The personal data of # records are erased.}}',
};
