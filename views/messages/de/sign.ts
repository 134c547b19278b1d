import type { sign as en } from '../en/sign.js';

export const sign: Record<keyof typeof en, string> = {
  'sign.what': 'Was Sie unterschreiben',
  'sign.example': 'Beispielkonto: Hier wird kein Passwort verlangt.',
  'sign.hint':
    'Ihr Name, die Zeit und die Bedeutung bleiben dauerhaft beim Datensatz. Beim dritten falschen Passwort werden Sie abgemeldet.',
  'sign.confirm': 'Bestätigen, dass Sie es sind (öffnet einen weiteren Tab)',
  'sign.confirmHint':
    'Sie haben hier kein Passwort. Melden Sie sich in einem weiteren Tab noch einmal bei Ihrem Anbieter an, kommen Sie zurück, und senden Sie dieses Formular innerhalb von fünf Minuten. Es gilt für diese Unterschrift. Ihr Name, die Zeit und die Bedeutung bleiben dauerhaft am Datensatz.',
  'sign.confirmed': 'Bestätigt: Sie sind es',
  'sign.confirmedHint':
    'Schließen Sie diesen Tab, gehen Sie zurück zum Formular, und senden Sie es innerhalb von fünf Minuten. Bis dahin ist nichts unterschrieben oder geändert.',
  'sign.linkFirst':
    'Sie können noch nicht unterschreiben: Sie haben hier kein Passwort, und kein Konto bei einem Anbieter ist mit Ihrem verknüpft. Verknüpfen Sie eines auf der Seite {account}, und kommen Sie dann zurück.',
  'sign.askFirst':
    'Sie können noch nicht unterschreiben: Sie haben hier kein Passwort. Bitten Sie die Administration um einen Einmal-Link, wählen Sie damit ein Passwort, und kommen Sie dann zurück.',
  'sign.name': 'Ihr Anmeldename',
  'sign.password': 'Ihr Passwort',
  'sign.code': 'Code Ihres zweiten Faktors',
  'sign.codeHint': 'Nur wenn die Anmeldung Sie nach einem fragt. Jeder Code gilt einmal.',
};
