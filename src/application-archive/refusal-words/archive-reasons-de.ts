import type { ArchiveReasonCode } from './archive-reasons-en.js';

export const GERMAN_ARCHIVE_REASONS: Readonly<Record<ArchiveReasonCode, string>> = {
  pathTwice: '{archive} enthält {path} zweimal.',
  otherHash:
    '{path} in {archive} ist nicht, was exportiert wurde: Der Hash ist ein anderer. Das Archiv wurde beschädigt oder bearbeitet; holen Sie es noch einmal, oder exportieren Sie noch einmal.',
  lineNoUtf8: '{archive}: Zeile {line} von {path} ist kein UTF-8.',
  lineTooLong: '{archive}: Zeile {line} von {path} ist länger als jedes Ereignis.',
  noManifest:
    '{archive} ist kein Archiv einer Anwendung: Es enthält keine {manifest}. Geben Sie eine Datei an, die `daybook export` geschrieben hat.',
  foreignManifest:
    '{archive} ist kein Archiv einer Anwendung: {manifest} darin stammt von einem anderen Programm oder ist abgeschnitten. Geben Sie eine Datei an, die `daybook export` geschrieben hat.',
  newerFormat:
    '{archive} wurde von einem neueren Daybook geschrieben: Das Format hat die Version {version}, und dieses hier liest bis Version {newest}. Aktualisieren Sie zuerst diese Installation.',
  otherManifest:
    '{manifest} in {archive} ist nicht, was `daybook export` schreibt. Holen Sie das Archiv noch einmal, oder exportieren Sie noch einmal.',
  notWhole: '{archive} ist nicht vollständig: {path} fehlt darin.',
  misnamedFile: '{archive} wurde geändert: {path} hat nicht den Hash aus dem Namen.',
  unknownFile: '{archive} wurde geändert: {path} steht nicht im Manifest.',
  noZip:
    '{archive} kann nicht als ZIP-Archiv gelesen werden ({error}). Es wurde abgeschnitten oder beschädigt; holen Sie es noch einmal, oder exportieren Sie noch einmal.',
  keyLost:
    '{archive} kann nicht mehr gelesen werden: Es war für jemanden verschlüsselt, dessen Daten gelöscht wurden, oder es wurde verworfen. Laden Sie es noch einmal hoch.',

  noEvent: 'Zeile {line} von {path} im Archiv ist kein Ereignis.',
  noPerson: 'Zeile {line} von {path} im Archiv ist keine Person oder eine, die schon vorkam.',
  otherCounts:
    'Das Archiv enthält nicht, was in seinem Manifest steht: {events} Ereignisse, {versions} Versionen.',
  refusedLine: 'Zeile {line} von {path} im Archiv kann nicht übernommen werden: {why}.',
  refusedVersion: 'Version {version} von {stream} im Archiv kann nicht übernommen werden: {why}.',
  whySameId: 'Die Kennung {id} hat schon ein früheres Ereignis',
  whyOtherApplication: '{stream} gehört nicht zu {key}',
  whyOtherVersion: 'Es ist Version {version} von {stream}, nach Version {before}',
  whyUnknownType:
    'Dieses Daybook kennt das Ereignis {type} nicht; ein neueres hat es geschrieben. Aktualisieren Sie zuerst',
  whyOtherStream: '{type} gehört nicht in {stream}',
  whyNoData: 'Es hat keine Daten',
  whyNoVersion: 'Es ist keine Version {version} von {key}',
  whyOtherText: 'Der Text ist ein anderer als in {path}',
  whyTooDeep: 'Es ist zu tief verschachtelt',
  whyOfOther: 'Es hat Daten von {record}',
  whyNoOwner: '„{owner}“ ist keine Person und kein Vorgang',
  whyOtherSpecification: 'Es wurde nach der Spezifikation einer anderen Anwendung entschieden',
  whyFileKey: 'Der Schlüssel einer Datei hat eine andere Länge',
  whyFileSize: 'Eine Datei soll {size} Bytes haben, und {path} hat {bytes}',
  whySealed: 'Ein Wert darin ist verschlüsselt',
  whyNoObject: '{member} ist kein Objekt',
  whyOwnerless: '{member} sagt nicht, wessen Wert es ist',
  whyNoClaim: 'Es belegt keinen Wert',
  whyClaimed:
    'Ein früheres Ereignis belegt denselben Wert von {field}, oder derselbe Strom belegt einen anderen',

  applicationHere:
    'Hier gibt es schon eine Anwendung {key}; {name} kann deshalb nicht importiert werden: Die Vorgänge würden mit anderen vermischt. Importieren Sie in eine Installation ohne {key}.',
  streamHere:
    'In {stream} steht hier schon etwas, deshalb wurde nichts importiert: Kennungen bleiben erhalten und würden vermischt. Importieren Sie in eine Installation, die diese Anwendung nie hatte.',
  streamWritten:
    'Jemand anderes schreibt in {stream}, oder die Ereignisse sind unter einem anderen Namen hier: {error}. Beenden Sie das, und importieren Sie noch einmal.',
  otherArchive:
    'Der Import eines anderen Archivs dieser Anwendung wurde hier begonnen ({sha256}) und nicht beendet. Importieren Sie jenes noch einmal: Es geht dort weiter, wo es aufgehört hat.',
  otherPeople:
    'Der Import dieses Archivs wurde mit einer anderen Tabelle der Personen begonnen, und diese können schon genannt sein. Wiederholen Sie ihn mit jener Tabelle.',
  otherPeopleIn:
    'Der Import dieses Archivs wurde mit einer anderen Tabelle der Personen begonnen: {stream} nennt andere. Wiederholen Sie ihn mit jener Tabelle.',
  notAccepted:
    'Dieses Daybook nimmt die neueste Spezifikation des Archivs nicht an. Veröffentlichen Sie dort eine, die es annimmt, und exportieren Sie noch einmal.',
  notAcceptedLine:
    'Dieses Daybook nimmt die neueste Spezifikation des Archivs nicht an: Zeile {line}: {problem}. Veröffentlichen Sie dort eine, die es annimmt, und exportieren Sie noch einmal.',
  notListed:
    'Jemand hier hat die Kennung {id}, die im Archiv genannt wird oder handelt, ohne in {path} zu stehen. Es wurde bearbeitet oder ist nicht vollständig.',
  notRegistered:
    '{person} aus dem Archiv kann hier nicht angelegt werden: {why} Geben Sie in der Tabelle an, wer das ist.',

  tableLine:
    '{table}:{line}: Eine Zeile nennt eine Person des Archivs und wer das hier ist: KENNUNG,ANMELDENAME oder KENNUNG,{new}.',
  tableNoUtf8:
    '{table} ist keine Tabelle der Personen: Schreiben Sie eine CSV-Datei in UTF-8 mit höchstens {max}.',
  noTable: '{table} ist keine CSV-Tabelle: {error}.',
  bothAreOne: '{one} und {other} wären hier beide {id}. Zwei Personen bleiben zwei.',
  rowNobody:
    'Zeile {line} der Tabelle: Niemand im Archiv ist „{person}“. Geben Sie die Kennung an, wie sie bei der Prüfung aufgelistet wird.',
  rowSeveral:
    'Zeile {line} der Tabelle: Mehrere Personen im Archiv sind „{person}“. Geben Sie die Kennung an, wie sie bei der Prüfung aufgelistet wird.',
  rowTwice: 'Zeile {line} der Tabelle: „{person}“ steht auch in Zeile {before}.',
  nobodyHere:
    'Zeile {line} der Tabelle: Niemand hier hat die Kennung oder den Anmeldenamen „{here}“. Legen Sie die Person zuerst an, oder schreiben Sie {new}.',
  erasedHere: 'Zeile {line} der Tabelle: Die Daten von „{here}“ wurden hier gelöscht. Schreiben Sie {new}.',
  idTooShort:
    'Zeile {line} der Tabelle: Die Kennung {id} ist zu kurz, um sie von anderen Texten zu unterscheiden, und kann deshalb keine andere werden.',
  idTaken:
    '{person} hat die Kennung von jemandem hier. Geben Sie in der Tabelle an, wer das ist: {id},{id} für dieselbe Person, {id},{new} für eine andere. Wurde hier schon eine andere Anwendung jener Installation importiert, so sagt --same-ids oder die Auswahl auf der Seite das für alle.',
  noOtherId: '{person} kann hier keine andere Kennung bekommen.',

  nothingToExport:
    'Hier gibt es keine Anwendung „{key}“, also nichts zu exportieren. Der Schlüssel ist der erste Teil der Adresse, etwa purchasing in /purchasing/requests.',
  damagedFile:
    'Die Datei {sha256} von {record} ist in {place} beschädigt: Ihr Inhalt hat einen anderen Hash. Stellen Sie sie aus einer Sicherung wieder her, und exportieren Sie noch einmal.',
};
