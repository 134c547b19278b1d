import type { BuiltInCode } from '../built-in-errors/built-in-errors.js';
import type { ErrorMessage } from './error-message-type.js';

export const GERMAN_TOKEN_ERRORS = {
  TOKEN_NOT_ACCEPTED: [
    'Dieses API-Token wird nicht angenommen.',
    'Vielleicht ist es vertippt, abgelaufen oder widerrufen: Senden Sie ein anderes als „Authorization: Bearer …“. Erstellt werden Tokens auf der Seite des eigenen Kontos.',
  ],
  CREDENTIALS_MISSING: [
    'Diese Anfrage hat keine Zugangsdaten, die Daybook lesen kann.',
    '{with.send}. Erstellt werden Tokens auf der Seite des eigenen Kontos.',
  ],
  CREDENTIALS_WRONG: [
    'Anmeldename oder Passwort ist falsch.',
    '{with.send}. Erstellt werden Tokens auf der Seite des eigenen Kontos.',
  ],
  PROGRAMS_NEED_TOKENS: [
    'Programme können sich hier nicht mit einem Passwort anmelden.',
    'Erstellen Sie ein API-Token auf der Seite Ihres Kontos, und senden Sie es als „Authorization: Bearer …“.',
  ],
  TOKEN_READS_ONLY: [
    'Dieses API-Token kann lesen und nichts ändern.',
    'Nehmen Sie ein Token, das schreiben kann.',
  ],
  TOKEN_OF_APPLICATION: [
    'Dieses API-Token öffnet eine einzige Anwendung.',
    'Nehmen Sie die Adressen unter „/api/{with.application}/“.',
  ],
  NOT_FOR_TOKENS: [
    'Das ist mit einem API-Token nicht möglich.',
    'Melden Sie sich an, und tun Sie es selbst.',
  ],
} satisfies Readonly<Partial<Record<BuiltInCode, ErrorMessage>>>;
