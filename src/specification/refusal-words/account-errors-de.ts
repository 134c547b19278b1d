import type { BuiltInCode } from '../built-in-errors/built-in-errors.js';
import type { ErrorMessage } from './error-message-type.js';

export const GERMAN_ACCOUNT_ERRORS = {
  NOT_SIGNED_IN: ['Sie sind nicht angemeldet.', 'Melden Sie sich an, und versuchen Sie es noch einmal.'],
  TOO_MANY_ATTEMPTS: [
    'Zu viele Versuche.',
    'Warten Sie {with.seconds} Sekunden, und versuchen Sie es noch einmal.',
  ],
  WRONG_PASSWORD: [
    'Anmeldename oder Passwort ist falsch.',
    'Versuchen Sie es noch einmal, oder bitten Sie die Administration um einen Einmal-Link.',
  ],
  ACCOUNT_LOCKED: ['Dieses Konto ist gesperrt.', 'Bitten Sie die Administration, es zu entsperren.'],
  SECOND_FACTOR_NEEDED: [
    'Dieses Konto meldet sich mit einem zweiten Faktor an.',
    'Melden Sie sich noch einmal an, und geben Sie den Code ein, den Ihre App zeigt.',
  ],
  SECOND_FACTOR_WRONG: [
    'Dieser Code ist falsch oder wurde schon benutzt.',
    'Geben Sie den Code ein, den Ihre App jetzt zeigt, oder einen noch nicht benutzten Wiederherstellungscode.',
  ],
  PASSWORD_NOT_ENOUGH: [
    'Dieses Konto meldet sich mit einem zweiten Faktor an; Programme können Name und Passwort deshalb nicht benutzen.',
    'Benutzen Sie ein API-Token oder ein Konto für Programme.',
  ],
  GUESSABLE_PASSWORD: [
    'Das Passwort ist leicht zu erraten: {with.why}.',
    'Ein paar Wörter, die nichts miteinander und nichts mit Ihnen zu tun haben, sind schwerer zu erraten und leicht zu merken.',
  ],
  OLD_PASSWORD_WRONG: [
    'Das alte Passwort ist falsch.',
    'Geben Sie das ein, mit dem Sie sich angemeldet haben.',
  ],
  NO_PASSWORD: ['Es gibt kein Passwort zu ändern.', 'Bitten Sie die Administration um einen Einmal-Link.'],
  LINK_SPENT: ['Dieser Link gilt nicht mehr.', 'Bitten Sie die Administration um einen neuen.'],
  PASSWORD_TO_BE_CHANGED: [
    'Jemand anderes hat Ihr Passwort gewählt und kennt es.',
    'Wählen Sie zuerst ein eigenes, auf der Seite Ihres Kontos.',
  ],
  WEAK_PASSWORD: ['Das Passwort ist zu kurz.', 'Nehmen Sie mindestens {with.min} Zeichen.'],
  SIGN_IN_NAME_TAKEN: [
    'Dieser Anmeldename ist vergeben oder sieht einem vergebenen zu ähnlich.',
    'Wählen Sie einen anderen.',
  ],
  NAME_NOT_POSSIBLE: ['{with.field} ist nicht möglich: {with.why}.', '{with.instead}.'],
  ADMIN_CHANGING: [
    'Ein anderer Administrator wollte Sie gerade sperren, löschen oder Ihre Rolle entziehen; ob das geschehen ist, steht noch nicht fest.',
    'Warten Sie {with.seconds} Sekunden, und versuchen Sie es noch einmal.',
  ],
  ERASED: ['Die Daten dieser Person sind gelöscht.', 'Sie lassen sich nicht zurückholen.'],
} satisfies Readonly<Partial<Record<BuiltInCode, ErrorMessage>>>;
