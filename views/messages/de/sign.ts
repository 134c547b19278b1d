import type { sign as en } from '../en/sign.js';

export const sign: Record<keyof typeof en, string> = {
  'sign.what': 'Was Sie unterschreiben',
  'sign.example': 'Beispielkonto: Hier wird kein Passwort verlangt.',
  'sign.hint':
    'Ihr Name, die Zeit und die Bedeutung bleiben dauerhaft beim Datensatz. Beim dritten falschen Passwort werden Sie abgemeldet.',
  'sign.name': 'Ihr Anmeldename',
  'sign.password': 'Ihr Passwort',
  'sign.code': 'Code Ihres zweiten Faktors',
  'sign.codeHint': 'Nur wenn die Anmeldung Sie nach einem fragt. Jeder Code gilt einmal.',
};
