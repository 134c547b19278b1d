/** Of a whole archive, of its people, and of a line of its events (`why…`, which end a sentence). */
export const ENGLISH_ARCHIVE_REASONS = {
  pathTwice: '{archive} has {path} twice.',
  otherHash:
    '{path} in {archive} is not what was exported: its hash is another one. The archive was damaged or edited; get it again, or export again.',
  lineNoUtf8: '{archive}: line {line} of {path} is not UTF-8.',
  lineTooLong: '{archive}: line {line} of {path} is longer than any event.',
  noManifest:
    '{archive} is no archive of an application: there is no {manifest} in it. Name a file that `daybook export` wrote.',
  foreignManifest:
    '{archive} is no archive of an application: its {manifest} is of another program, or cut off. Name a file that `daybook export` wrote.',
  newerFormat:
    '{archive} was written by a newer Daybook: its format is version {version}, and this one reads up to {newest}. Upgrade this installation first.',
  otherManifest:
    'The {manifest} in {archive} is not what `daybook export` writes. Get the archive again, or export again.',
  notWhole: '{archive} is not whole: {path} is not in it.',
  misnamedFile: '{archive} was changed: {path} does not have the hash of its name.',
  unknownFile: '{archive} was changed: its manifest does not know {path}.',
  noZip:
    '{archive} cannot be read as a ZIP archive ({error}). It was cut off or damaged; get it again, or export again.',
  keyLost:
    '{archive} cannot be read any more: it was encrypted for somebody who was erased, or it was discarded. Upload it again.',

  noEvent: 'Line {line} of {path} in the archive is no event.',
  noPerson: 'Line {line} of {path} in the archive is no person, or one that was before.',
  otherCounts: 'The archive does not hold what its manifest says: {events} events, {versions} versions.',
  refusedLine: 'Line {line} of {path} in the archive cannot be taken over: {why}.',
  refusedVersion: 'Version {version} of {stream} in the archive cannot be taken over: {why}.',
  whySameId: 'its id {id} is that of an event before it',
  whyOtherApplication: '{stream} is not of {key}',
  whyOtherVersion: 'it is version {version} of {stream}, after version {before}',
  whyUnknownType: 'this Daybook does not know the event {type}; a newer one wrote it, so upgrade first',
  whyOtherStream: '{type} does not belong into {stream}',
  whyNoData: 'it has no data',
  whyNoVersion: 'it is no version {version} of {key}',
  whyOtherText: 'its text is another one than in {path}',
  whyTooDeep: 'it is nested too deeply',
  whyOfOther: 'it has data of {record}',
  whyNoOwner: '“{owner}” is no person and no record',
  whyOtherSpecification: 'it was decided by the specification of another application',
  whyFileKey: 'the key of a file has another length',
  whyFileSize: 'it says that a file has {size} bytes, and {path} has {bytes}',
  whySealed: 'a value in it is sealed',
  whyNoObject: '{member} is no object',
  whyOwnerless: '{member} does not say whose value it is',
  whyNoClaim: 'it claims no value',
  whyClaimed: 'another event before claims the same value of {field}, or its stream another one',

  applicationHere:
    'There is an application {key} here already, so {name} cannot be imported: its records would be mixed with others. Import it into an installation that has no {key}.',
  streamHere:
    'There is already something in {stream} here, so nothing was imported: ids are kept, and would be mixed. Import into an installation that never had this application.',
  streamWritten:
    'Somebody else is writing into {stream}, or its events are here under another name: {error}. Stop that, and import again.',
  otherArchive:
    'The import of another archive of this application was begun here ({sha256}) and not finished. Import that one again: it goes on where it stopped.',
  otherPeople:
    'The import of this archive was begun with another table of people, whom it may have named already. Run it again with that table.',
  otherPeopleIn:
    'The import of this archive was begun with another table of people: {stream} names others. Run it again with that table.',
  notAccepted:
    'This Daybook does not accept the newest specification of the archive. Publish one there that it accepts, and export again.',
  notAcceptedLine:
    'This Daybook does not accept the newest specification of the archive: line {line}: {problem}. Publish one there that it accepts, and export again.',
  notListed:
    'Somebody here has the id {id}, who is named or acts in the archive without standing in its {path}. It was edited, or is not whole.',
  notRegistered: '{person} of the archive cannot be registered here: {why} Name in the table who it is.',

  tableLine:
    '{table}:{line}: a line names a person of the archive and who that is here: ID,SIGN-IN NAME or ID,{new}.',
  tableNoUtf8: '{table} is no table of people: write a CSV file in UTF-8, of {max} at most.',
  noTable: '{table} is no CSV table: {error}.',
  bothAreOne: '{one} and {other} would both be {id} here. Two people stay two.',
  rowNobody:
    'Line {line} of the table: nobody in the archive is “{person}”. Write the id, as the dry run lists it.',
  rowSeveral:
    'Line {line} of the table: several people in the archive are “{person}”. Write the id, as the dry run lists it.',
  rowTwice: 'Line {line} of the table: “{person}” stands in line {before}, too.',
  nobodyHere:
    'Line {line} of the table: nobody here has the id or sign-in name “{here}”. Register them first, or write {new}.',
  erasedHere: 'Line {line} of the table: “{here}” was erased here. Write {new}.',
  idTooShort:
    'Line {line} of the table: the id {id} is too short to be told from other texts, so it cannot become another one.',
  idTaken:
    '{person} has the id of somebody here. Say in the table who it is: {id},{id} for the same person, {id},{new} for another one. Where another application of that installation was imported here before, --same-ids, or the choice on the page, says so for all.',
  noOtherId: '{person} cannot get another id here.',

  nothingToExport:
    'There is no application “{key}” here, so there is nothing to export. The key is the first part of the address, such as purchasing in /purchasing/requests.',
  damagedFile:
    'The file {sha256} of {record} is damaged in {place}: its bytes have another hash. Restore it from a backup, and export again.',
} as const;

export type ArchiveReasonCode = keyof typeof ENGLISH_ARCHIVE_REASONS;
