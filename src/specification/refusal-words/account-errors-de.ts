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
  PASSWORDS_OFF: [
    'Hier meldet sich niemand mit einem Passwort an.',
    'Melden Sie sich über einen der Anbieter an, oder bitten Sie die Administration um einen Einmal-Link.',
  ],
  PROVIDER_UNAVAILABLE: [
    '{with.provider} antwortet nicht.',
    'Versuchen Sie es in einer Minute noch einmal. Bleibt es so, sagen Sie es der Administration.',
  ],
  PROVIDER_DENIED: [
    '{with.provider} hat die Anmeldung nicht zugelassen.',
    'Versuchen Sie es noch einmal, oder fragen Sie die Administration von {with.provider}.',
  ],
  PROVIDER_SIGN_IN_EXPIRED: [
    'Diese Anmeldung wurde vor zu langer Zeit oder in einem anderen Browser begonnen, sie ist schon abgeschlossen, oder sie wurde beim Anbieter beendet.',
    'Beginnen Sie sie noch einmal.',
  ],
  PROVIDER_ANSWER_INVALID: [
    'Die Antwort von {with.provider} ließ sich nicht prüfen.',
    'Beginnen Sie noch einmal. Bleibt es so, sagen Sie es der Administration: Das Protokoll des Servers sagt, was falsch war.',
  ],
  PERSON_NOT_INVITED: [
    '{with.provider} kennt Sie, aber Sie haben hier kein Konto.',
    'Bitten Sie die Administration um eines. Haben Sie schon eines, dann melden Sie sich dort an und verknüpfen {with.provider} auf der Seite Ihres Kontos.',
  ],
  IDENTITY_TAKEN: [
    'Dieses Konto beim Anbieter gehört hier einer anderen Person.',
    'Melden Sie sich dort mit einem anderen Konto an, oder bitten Sie die Administration, es von der anderen Person zu lösen.',
  ],
  NAME_NOT_POSSIBLE: ['{with.field} ist nicht möglich: {with.why}.', '{with.instead}.'],
  ADMIN_CHANGING: [
    'Ein anderer Administrator wollte Sie gerade sperren, löschen oder Ihre Rolle entziehen; ob das geschehen ist, steht noch nicht fest.',
    'Warten Sie {with.seconds} Sekunden, und versuchen Sie es noch einmal.',
  ],
  ERASED: ['Die Daten dieser Person sind gelöscht.', 'Sie lassen sich nicht zurückholen.'],
} satisfies Readonly<Partial<Record<BuiltInCode, ErrorMessage>>>;
