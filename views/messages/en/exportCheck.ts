export const exportCheck = {
  'exportCheck.title': 'Check an export',
  'exportCheck.hint':
    'Whether a CSV or JSON Lines file is one that Daybook exported from this timeline, byte for byte. The file is read once, and not stored.',
  'exportCheck.link': 'Check a file that was exported',
  'exportCheck.chooseTitle': 'Choose a file',
  'exportCheck.another': 'Check another file',
  'exportCheck.file': 'Exported file (.csv, .jsonl)',
  'exportCheck.fileHint':
    'As it was downloaded, {max} at most. Larger ones are checked on the command line: daybook verify-export.',
  'exportCheck.check': 'Check',
  'exportCheck.notChecked': 'Nothing was checked',
  'exportCheck.noFile': 'Choose a file',
  'exportCheck.tooLarge': '{name} is larger than {max}. Check it on the command line: daybook verify-export.',
  'exportCheck.unchanged': '{name} is unchanged',
  'exportCheck.unchangedText': 'It is the file that Daybook exported, byte for byte.',
  'exportCheck.unchangedNext':
    'You can rely on it. It holds what {who} could read at that time; others may find more or less with the same filters.',
  'exportCheck.changed': '{name} was changed',
  'exportCheck.changedText':
    'It names an export of this timeline, but it is not the file that Daybook wrote.',
  'exportCheck.changedNext':
    'Do not rely on it. It may have been changed without intent: opening a CSV file in a spreadsheet and saving it is enough. Ask for the file as it was downloaded, or export the events again.',
  'exportCheck.brokenOff': '{name} cannot be checked',
  'exportCheck.brokenOffText':
    'Its download was broken off. Daybook has no SHA-256 of it, and events are missing at its end.',
  'exportCheck.brokenOffNext':
    'Do not rely on it: what is in it may have been changed, too. Export the events again.',
  'exportCheck.unknown': 'The export of {name} is not known here',
  'exportCheck.unknownText': 'Its first line names an export that is not in the log of this installation.',
  'exportCheck.unknownNext':
    'It was exported elsewhere, or after the backup that this installation was restored from, or its first line was changed. Check it where it was exported. If that was here, do not rely on it, and export the events again.',
  'exportCheck.noExport': '{name} is no export of the timeline',
  'exportCheck.noExportText': 'Its first line does not name one: it would begin with “export” and an id.',
  'exportCheck.noExportNext':
    'Choose the CSV or JSON Lines file as it was downloaded from the timeline. Lists, reports and printed pages are not recorded, and cannot be checked. If the first line is missing, do not rely on the file, and export the events again.',
  'exportCheck.by': 'Exported by',
  'exportCheck.at': 'Exported',
  'exportCheck.upTo': 'Up to event',
  'exportCheck.events': 'Events in it',
  'exportCheck.format': 'Format',
  'exportCheck.recorded': 'Recorded as event',
  'exportCheck.sha256': 'SHA-256 of this file',
  'exportCheck.again': 'Show the timeline with the same filters',
  'exportCheck.lacksFilters':
    'Words, values and records that were searched for are not recorded: enter them again.',
  'exportCheck.timeline': 'Open the timeline',
};
