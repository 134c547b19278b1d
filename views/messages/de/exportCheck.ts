import type { exportCheck as en } from '../en/exportCheck.js';

export const exportCheck: Record<keyof typeof en, string> = {
  'exportCheck.title': 'Export prüfen',
  'exportCheck.hint':
    'Ob eine CSV- oder JSON-Lines-Datei Byte für Byte eine ist, die Daybook aus diesem Prüfprotokoll exportiert hat. Die Datei wird einmal gelesen und nicht gespeichert.',
  'exportCheck.link': 'Exportierte Datei prüfen',
  'exportCheck.chooseTitle': 'Datei wählen',
  'exportCheck.another': 'Weitere Datei prüfen',
  'exportCheck.file': 'Exportierte Datei (.csv, .jsonl)',
  'exportCheck.fileHint':
    'Wie sie heruntergeladen wurde, höchstens {max}. Größere prüft die Befehlszeile: daybook verify-export.',
  'exportCheck.check': 'Prüfen',
  'exportCheck.notChecked': 'Es wurde nichts geprüft',
  'exportCheck.noFile': 'Wählen Sie eine Datei',
  'exportCheck.tooLarge':
    '{name} ist größer als {max}. Prüfen Sie sie auf der Befehlszeile: daybook verify-export.',
  'exportCheck.unchanged': '{name} ist unverändert',
  'exportCheck.unchangedText': 'Es ist Byte für Byte die Datei, die Daybook exportiert hat.',
  'exportCheck.unchangedNext':
    'Sie können sich auf sie verlassen. Sie enthält, was {who} damals lesen durfte; andere finden mit denselben Filtern vielleicht mehr oder weniger.',
  'exportCheck.changed': '{name} wurde verändert',
  'exportCheck.changedText':
    'Sie nennt einen Export aus diesem Prüfprotokoll, ist aber nicht die Datei, die Daybook geschrieben hat.',
  'exportCheck.changedNext':
    'Verlassen Sie sich nicht auf sie. Das kann ohne Absicht geschehen sein: Es genügt, eine CSV-Datei in einer Tabellenkalkulation zu öffnen und zu speichern. Bitten Sie um die Datei, wie sie heruntergeladen wurde, oder exportieren Sie die Ereignisse noch einmal.',
  'exportCheck.brokenOff': '{name} kann nicht geprüft werden',
  'exportCheck.brokenOffText':
    'Das Herunterladen wurde abgebrochen. Daybook kennt keinen SHA-256 der Datei, und am Ende fehlen Ereignisse.',
  'exportCheck.brokenOffNext':
    'Verlassen Sie sich nicht auf sie: Auch was darin steht, kann verändert sein. Exportieren Sie die Ereignisse noch einmal.',
  'exportCheck.unknown': 'Der Export von {name} ist hier nicht bekannt',
  'exportCheck.unknownText':
    'Die erste Zeile nennt einen Export, den das Protokoll dieser Installation nicht enthält.',
  'exportCheck.unknownNext':
    'Die Datei wurde anderswo exportiert, oder nach der Sicherung, aus der diese Installation wiederhergestellt wurde, oder ihre erste Zeile wurde verändert. Prüfen Sie sie dort, wo sie exportiert wurde. War das hier, verlassen Sie sich nicht auf sie und exportieren Sie die Ereignisse noch einmal.',
  'exportCheck.noExport': '{name} ist kein Export des Prüfprotokolls',
  'exportCheck.noExportText': 'Die erste Zeile nennt keinen: Sie würde mit „export“ und einer Id beginnen.',
  'exportCheck.noExportNext':
    'Wählen Sie die CSV- oder JSON-Lines-Datei, wie sie aus dem Prüfprotokoll heruntergeladen wurde. Listen, Berichte und Gedrucktes werden nicht festgehalten und können nicht geprüft werden. Fehlt die erste Zeile, verlassen Sie sich nicht auf die Datei und exportieren Sie die Ereignisse noch einmal.',
  'exportCheck.by': 'Exportiert von',
  'exportCheck.at': 'Exportiert',
  'exportCheck.upTo': 'Bis Ereignis',
  'exportCheck.events': 'Ereignisse darin',
  'exportCheck.format': 'Format',
  'exportCheck.recorded': 'Festgehalten als Ereignis',
  'exportCheck.sha256': 'SHA-256 dieser Datei',
  'exportCheck.again': 'Prüfprotokoll mit denselben Filtern zeigen',
  'exportCheck.lacksFilters':
    'Gesuchte Wörter, Werte und Einträge werden nicht festgehalten: Geben Sie sie noch einmal ein.',
  'exportCheck.timeline': 'Prüfprotokoll öffnen',
};
