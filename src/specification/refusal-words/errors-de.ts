import type { BuiltInCode } from '../built-in-errors/built-in-errors.js';
import type { ErrorMessage } from './error-message-type.js';
import { GERMAN_ACCOUNT_ERRORS } from './account-errors-de.js';
import { GERMAN_TOKEN_ERRORS } from './token-errors-de.js';
import { GERMAN_SYSTEM_ERRORS } from './system-errors-de.js';

const VALUES = {
  REQUIRED: ['{with.entry}'],
  WRONG_TYPE: [
    'Bei „{with.field}“ wird {with.expected} erwartet.',
    'Schreiben Sie es zum Beispiel so: {with.example}.',
  ],
  AMBIGUOUS_NUMBER: [
    '{with.field}: „{with.value}“ lässt sich als verschiedene Zahlen lesen.',
    'Schreiben Sie {with.readings}.',
  ],
  TOO_LONG: ['{with.field}: höchstens {with.max} Zeichen.', 'Kürzen Sie es auf {with.max} Zeichen.'],
  TOO_SMALL: ['{with.field}: mindestens {with.min}.', 'Geben Sie {with.min} oder mehr ein.'],
  TOO_LARGE: ['{with.field}: höchstens {with.max}.', 'Geben Sie {with.max} oder weniger ein.'],
  PATTERN: ['Prüfen Sie {with.field}: {with.advice}'],
  NOT_A_CHOICE: ['{with.field} kann nicht „{with.value}“ sein.', 'Wählen Sie eines von: {with.choices}.'],
  NO_SUCH_RECORD: ['{with.field}: „{with.entity}“ nicht gefunden.', 'Wählen Sie aus der Liste.'],
  NO_SUCH_PERSON: ['{with.field}: Diese Person kann nicht gewählt werden.', 'Wählen Sie aus der Liste.'],
  PERSON_FROM_LOG: [
    '{with.field}: Diese Person ist nur aus einem importierten Protokoll bekannt.',
    'Wählen Sie jemanden, der hier ein Konto hat.',
  ],
  PERSON_LACKS_ROLE: [
    '{with.field}: Die Person muss diese Rolle haben: {with.role}.',
    'Wählen Sie aus der Liste, oder bitten Sie die Administration um die Rolle.',
  ],
  NOT_UNIQUE: [
    '{with.field} „{with.value}“ ist schon vergeben.',
    'Nehmen Sie den Datensatz, der es hat, oder einen anderen Wert.',
  ],
  TOO_MANY_ROWS: [
    '{with.field} hat mehr als {with.max} Zeilen.',
    'Lassen Sie Zeilen weg, oder teilen Sie den Datensatz auf.',
  ],
  NO_SUCH_FILE: [
    '{with.field}: Diese Datei ist nicht oder nicht mehr da.',
    'Wählen Sie die Datei noch einmal: Hochgeladenes wird einen Tag aufbewahrt, bis es benutzt ist.',
  ],
  FILE_TOO_LARGE: ['„{with.name}“ ist größer als {with.max}.', 'Wählen Sie eine kleinere Datei.'],
  FILE_TYPE: ['„{with.name}“ ist {with.is} und passt nicht zu {with.field}.', 'Möglich sind: {with.accept}.'],
  FILE_ENDING: [
    '„{with.name}“ endet auf .{with.ending}, der Inhalt ist {with.is}.',
    'Geben Sie ihr die Endung, die zum Inhalt passt, oder wählen Sie eine andere Datei.',
  ],
  TOO_MANY_FILES: ['{with.field} hat mehr als {with.max}.', 'Lassen Sie einige weg.'],
  UNKNOWN_FIELD: ['Es gibt kein Feld „{with.field}“.', 'Felder sind: {with.known}.'],
  COMPUTED_FIELD: [
    '{with.field} wird berechnet und lässt sich nicht eingeben.',
    'Ändern Sie die Felder, aus denen es berechnet wird.',
  ],
  REASON_REQUIRED: ['Bitte einen Grund angeben'],
  EMPTY_COMMENT: ['Der Kommentar ist leer.', 'Schreiben Sie zuerst etwas.'],
  RULE: ['Regel {with.rule} ist nicht erfüllt.', '{with.needed}.'],
  TOO_MUCH_TO_COMPUTE: [
    '{with.what} ist für diesen Datensatz zu aufwendig zu berechnen.',
    'Nehmen Sie weniger Zeilen oder kürzere Texte, oder lassen Sie den Ausdruck vereinfachen.',
  ],
} satisfies Readonly<Partial<Record<BuiltInCode, ErrorMessage>>>;

const DUTIES = {
  NOT_PERMITTED: ['Sie sind nicht berechtigt, {with.what}.', 'Berechtigt: {with.who}.'],
  FIELD_NOT_PERMITTED: ['{with.field} dürfen Sie nicht ändern.', 'Berechtigt: {with.who}.'],
  SEPARATION_OF_DUTIES: [
    'Sie sind nicht berechtigt, hier selbst {with.what}.',
    'Jemand anderes muss es tun.',
  ],
  SEPARATION_UNCLEAR: [
    'Es ist noch nicht möglich, {with.what}. Ein Wert, von dem abhängt, wer es nicht darf, ist noch leer.',
    'Füllen Sie aus, wovon es abhängt: {with.who}',
  ],
  APPROVALS_NEEDED: [
    '{with.what} braucht die Genehmigung von {with.count} Personen.',
    'Daybook selbst genehmigt nichts: Das tun Personen.',
  ],
  APPROVALS_UNCLEAR: [
    'Wie viele Personen bei „{with.what}“ genehmigen müssen, ist nicht bekannt: Ein Wert dafür fehlt.',
    'Füllen Sie aus, wovon es abhängt: {with.count}',
  ],
  SIGNATURE_NEEDED: [
    '{with.what} braucht eine Unterschrift: „{with.meaning}“.',
    'Lesen Sie, was zu unterschreiben ist, und geben Sie Ihr Passwort ein.',
  ],
  SIGNATURE_WRONG: [
    'Anmeldename, Passwort oder Code ist falsch: Nichts ist unterschrieben.',
    'Versuchen Sie es noch einmal. Nach dem dritten falschen Passwort endet die Sitzung.',
  ],
  SIGNER_WITHOUT_PASSWORD: [
    'Eine Unterschrift braucht ein Passwort, und Sie haben keines.',
    'Verknüpfen Sie auf der Seite Ihres Kontos ein Konto bei einem Anbieter und unterschreiben Sie auf einer Seite, oder bitten Sie die Administration um einen Einmal-Link, um ein Passwort zu wählen.',
  ],
  SIGNATURE_UNCONFIRMED: [
    'Noch ist nichts unterschrieben: Es ist nicht bestätigt, dass Sie es sind.',
    'Wählen Sie „Bestätigen, dass Sie es sind“, melden Sie sich dort an, kommen Sie hierher zurück und senden Sie das Formular noch einmal.',
  ],
  SIGNATURE_BY_ANOTHER: [
    'Das Konto, das Sie bei {with.provider} angegeben haben, ist nicht mit Ihrem verknüpft: Nichts ist unterschrieben.',
    'Bestätigen Sie mit dem Konto, mit dem Sie sich hier anmelden. Nach dem dritten falschen endet die Sitzung.',
  ],
  SIGNATURE_OUTDATED: [
    'Was Sie unterschreiben wollten, hat sich inzwischen geändert.',
    'Lesen Sie es noch einmal, bevor Sie unterschreiben.',
  ],
  SPOKEN_ALREADY: [
    'Sie oder Ihre Vertretung haben „{with.what}“ schon {with.did}.',
    'Jede Person zählt einmal. Nehmen Sie es zurück, wenn es ein Versehen war.',
  ],
  NO_DEPUTY: [
    'Sie vertreten diese Person zurzeit nicht.',
    'Bitten Sie sie, Sie auf der Seite ihres Kontos zu benennen oder selbst zu genehmigen.',
  ],
  NOT_DELEGATED: [
    '„{with.what}“ geht nicht in Vertretung.',
    'Eine Vertretung genehmigt, wo `approvals` verlangt ist, in den vertretenen Rollen. Alles andere tut die Person selbst.',
  ],
  ROUND_REFUSED: [
    '„{with.what}“ wurde abgelehnt.',
    'Ändern Sie, was abgelehnt wurde, oder bitten Sie die Ablehnenden, es zurückzunehmen.',
  ],
  NOT_WAITED_FOR: [
    '„{with.what}“ wartet nicht auf Sie, sondern auf: {with.who}.',
    'Warten Sie, bis diese genehmigt haben.',
  ],
  NO_ROUND: [
    '„{with.what}“ wartet nicht auf die Genehmigung mehrerer Personen.',
    'Lassen Sie es, oder wählen Sie eine andere Aktion.',
  ],
  NOTHING_TO_TAKE_BACK: [
    'Bei „{with.what}“ gibt es von Ihnen nichts zurückzunehmen.',
    'Sehen Sie im Datensatz nach: Vielleicht ist es schon geschehen, oder die Genehmigungen haben neu begonnen.',
  ],
  NO_RETENTION: [
    'Abschnitt 9 sagt nicht, wie lange {with.what} aufbewahrt werden.',
    'Lassen Sie es unter `retention` angeben, und veröffentlichen Sie es.',
  ],
  NOT_DUE: ['Noch nicht zu löschen: {with.why}.', 'Ist er fällig, steht er auf der Liste.'],
  HELD: [
    '{with.what} wird zurückgehalten, nichts davon wird gelöscht: {with.why}.',
    'Beenden Sie zuerst, was ihn zurückhält, wo das richtig ist.',
  ],
  CONSTANT_FROM: [
    'Eine Konstante ändert sich ab heute oder später: Was entschieden ist, bleibt.',
    'Geben Sie einen Tag wie {with.today} ein.',
  ],
  NO_SUCH_KEY: ['„{with.constant}“ hat diesen Schlüssel nicht.', 'Schlüssel sind: {with.known}.'],
  NOTHING_CHANGED: ['Nichts ist geändert.', 'Geben Sie einen anderen Wert ein, und ab wann und warum.'],
  CONSTANTS_CHANGED: [
    'Inzwischen hat jemand anderes Konstanten geändert.',
    'Sehen Sie sie noch einmal an, und ändern Sie, was noch zu ändern ist.',
  ],
  WRONG_STATE: [
    '{with.what} ist nicht möglich, solange der Status „{with.state}“ ist.',
    'Möglich bei: {with.states}.',
  ],
  FINAL_STATE: [
    'Im Status „{with.state}“ wird nichts mehr geändert.',
    'Schreiben Sie einen Kommentar, oder legen Sie einen neuen Datensatz an.',
  ],
  GUARD: ['„{with.what}“ ist jetzt nicht möglich.', '{with.needed}.'],
  CHANGED_MEANWHILE: [
    'Inzwischen hat jemand anderes etwas geändert.',
    'Sehen Sie sich die Unterschiede an, und wählen Sie.',
  ],
  ID_TAKEN: ['Diese Kennung ist vergeben.', 'Nehmen Sie eine andere: eine neue UUID.'],
  COMMAND_REUSED: [
    'Das wurde schon einmal mit anderem Inhalt gesendet und gespeichert.',
    'Sehen Sie nach, was gespeichert ist. Senden Sie, was fehlt, für sich: über die API mit einem anderen Idempotency-Key.',
  ],
  IMPORT_DIFFERS: [
    '{with.what} ist anders als beim Import aus {with.log}, Zeile {with.line}.',
    'Ein Fall darf wachsen, aber was bekannt ist, bleibt: {with.instead}. Ein anderer Fall braucht einen eigenen Namen.',
  ],
  ALREADY_OPEN: ['Das ist schon angelegt.', 'Gehen Sie zum Datensatz.'],
  LIMIT_REACHED: [
    'Höchstens {with.limit} {with.what}.',
    'Versuchen Sie es später noch einmal, oder bitten Sie um eine höhere Grenze.',
  ],
  NO_SUCH_ACTION: ['Es gibt keine Aktion „{with.action}“.', 'Aktionen sind: {with.known}.'],
} satisfies Readonly<Partial<Record<BuiltInCode, ErrorMessage>>>;

export const GERMAN_ERRORS: Readonly<Record<BuiltInCode, ErrorMessage>> = {
  ...VALUES,
  ...DUTIES,
  ...GERMAN_ACCOUNT_ERRORS,
  ...GERMAN_TOKEN_ERRORS,
  ...GERMAN_SYSTEM_ERRORS,
};
