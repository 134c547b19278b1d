import type { BuiltInCode } from '../built-in-errors/built-in-errors.js';
import type { ErrorMessage } from './error-message-type.js';

export const GERMAN_SYSTEM_ERRORS = {
  NOT_FOUND: [
    'Unter dieser Adresse gibt es weder eine Seite noch einen Datensatz.',
    'Prüfen Sie die Adresse, oder beginnen Sie bei „Start“.',
  ],
  WRONG_METHOD: ['Diese Adresse kennt {with.method} nicht.', 'Sie kennt: {with.allowed}.'],
  UNSIGNED: ['Die Signatur fehlt oder stimmt nicht.', 'Signieren Sie mit dem Geheimnis.'],
  CALL_STATE: ['Der Aufruf kann nicht {with.what}: {with.why}.', 'Sehen Sie die Liste noch einmal an.'],
  BAD_REQUEST: [
    'Diese Anfrage ist nicht zu verstehen: {with.why}.',
    'Ändern Sie das, und senden Sie sie noch einmal.',
  ],
  TOO_LARGE_REQUEST: ['Das ist mehr als {with.max} auf einmal.', 'Senden Sie weniger.'],
  TOO_LARGE_TO_STORE: [
    'Das ist mehr, als sich auf einmal speichern lässt ({with.max}).',
    'Kürzen Sie es. Wer dieses Daybook betreibt, kann MaxAppendSize von EventStoreDB erhöhen.',
  ],
  CROSS_SITE: [
    'Das kam von einer anderen Website.',
    'Öffnen Sie die Seite hier, und senden Sie es noch einmal.',
  ],
  TOO_MANY_REQUESTS: [
    'Das sind mehr Anfragen in einer Minute, als für eine Person oder Adresse vorgesehen sind.',
    'Warten Sie {with.seconds} Sekunden, und versuchen Sie es noch einmal.',
  ],
  AND_MORE: ['Und {with.count} weitere dieser Art.', 'Beheben Sie zuerst die oben genannten.'],
  SPECIFICATION_BROKEN: [
    'Die Spezifikation hat Fehler.',
    'Berichtigen Sie sie, und veröffentlichen Sie noch einmal.',
  ],
  VERSION_MISSING: [
    'Die Anfrage sagt nicht, welche Version sie meint.',
    'Senden Sie die gelesene Version: das ETag, im Kopf If-Match.',
  ],
  UNAVAILABLE: [
    'Zurzeit lässt sich nichts speichern.',
    'Senden Sie es gleich noch einmal. Ihre Eingaben bleiben, und derselbe Befehl wird nur einmal gespeichert.',
  ],
  NEWER_VERSION: [
    'Eine neuere Version von Daybook hat hier etwas geschrieben, und die Version, die antwortet, versteht nicht alles davon.',
    'Senden Sie es gleich noch einmal: Vielleicht antwortet ein anderer Prozess. Bleibt es dabei, muss, wer dieses Daybook betreibt, die neuere Version starten. Ihre Eingaben bleiben.',
  ],
  DISK_FULL: [
    'Nichts lässt sich speichern: Der Datenträger ist voll.',
    'Wer dieses Daybook betreibt, muss Platz schaffen. Ihre Eingaben bleiben; senden Sie sie danach noch einmal. Auch eine Anmeldung muss gespeichert werden.',
  ],
  DAMAGED: [
    'Nichts lässt sich speichern: {with.what}.',
    'Wer dieses Daybook betreibt, muss es aus einer Sicherung wiederherstellen; die Statusseite sagt, wie. Ihre Eingaben bleiben auf dieser Seite.',
  ],
  RIGHT_MISSING: [
    'Das ist zurzeit nicht möglich: Der Event Store erlaubt Daybook etwas nicht ({with.what}).',
    'Wer dieses Daybook betreibt, muss ihm das Recht geben; die Statusseite sagt, welches. Ihre Eingaben bleiben auf dieser Seite; senden Sie sie danach noch einmal.',
  ],
  LOG_REPLACED: [
    'Ein älteres Protokoll wurde zurückgespielt: Was danach gespeichert wurde, fehlt. Bis geklärt ist, welches richtig ist, wird nichts angezeigt oder gespeichert.',
    'Wer dieses Daybook betreibt, muss das richtige zurückspielen oder `daybook replay` ausführen. Ihre Eingaben bleiben auf dieser Seite.',
  ],
  KEYS_MISSING: [
    'Personenbezogene Daten darin lassen sich nicht öffnen: Der Schlüssel fehlt oder passt nicht. Gelöscht sind sie nicht.',
    'Wer dieses Daybook betreibt, muss die richtigen Schlüssel zurückspielen; die Statusseite sagt, wie. Ihre Eingaben bleiben auf dieser Seite.',
  ],
  REBUILDING: [
    'Woraus diese Seite entsteht, ist beschädigt und wird gerade aus dem Protokoll neu aufgebaut.',
    'Was gespeichert ist, ist sicher. Versuchen Sie es gleich noch einmal.',
  ],
  NOT_READABLE: [
    'Zurzeit lässt sich nichts nachschlagen.',
    'Was gespeichert ist, ist sicher. Versuchen Sie es gleich noch einmal.',
  ],
  TAKES_TOO_LONG: [
    'Diese Abfrage dauert zu lange.',
    'Grenzen Sie sie ein: durch einen Filter, einen kürzeren Zeitraum oder ein längeres oder selteneres Suchwort.',
  ],
  PAGE_TAKES_TOO_LONG: [
    'Diese Seite dauert zu lange.',
    'Laden Sie sie, wenn hier weniger zu tun ist, oder fragen Sie nach weniger: durch einen Filter oder einen kürzeren Zeitraum.',
  ],
  TOO_MANY_DOWNLOADS: [
    'Sie laden schon {with.most} Dateien herunter.',
    'Warten Sie, bis eine davon fertig ist, und versuchen Sie es noch einmal.',
  ],
  ANSWER_TOO_LARGE: [
    'Diese Antwort wäre größer als {with.most}.',
    'Fragen Sie nach weniger: durch einen Filter, einen kürzeren Zeitraum oder weniger Datensätze auf einmal.',
  ],
  BUSY: [
    'Zu viele fragen gerade nach großen Antworten.',
    'Versuchen Sie es in ein paar Sekunden noch einmal.',
  ],
  NOT_YET: [
    'Was Sie gespeichert haben, ist sicher, steht aber noch nicht auf dieser Seite.',
    'Die Seite öffnet sich gleich; sonst laden Sie sie noch einmal.',
  ],
  INTERNAL: [
    'Bei uns ist etwas schiefgegangen.',
    'Versuchen Sie es noch einmal; bleibt es so, nennen Sie der Administration die Nummer unten.',
  ],
} satisfies Readonly<Partial<Record<BuiltInCode, ErrorMessage>>>;
