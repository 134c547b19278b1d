// Each sentence continues after the actor's name.
import type { EventVocabulary } from '#domain/event.js';
import { joinRecipientNames, type CallEvent } from '#domain/call/call-events.js';
import type { ClaimEvent } from '#domain/claim/claim-events.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import type { TimerOutcome } from '#domain/record/timers/timer-events.js';
import type { GermanEventTextsOf } from './german-event-texts-type.js';

const TIMERS: Readonly<Record<TimerOutcome, (timer: string) => string>> = {
  acted: (timer) => `${timer}, wie geplant`,
  passed: (timer) => `${timer}: nicht mehr nötig`,
  refused: (timer) => `${timer}: war zum geplanten Zeitpunkt nicht möglich`,
  withheld: (timer) => `${timer} ausgelassen: beim Import des Verlaufs war es schon überfällig`,
};

const titleIn = ({ call }: { readonly call?: unknown }, words: EventVocabulary): string =>
  words.call(String(call));
const because = (why: unknown): string => (typeof why === 'string' ? `: ${why}` : '');

function stateText(state: unknown, words: EventVocabulary): string {
  if (typeof state !== 'object' || state === null || !('renamed' in state) || !('to' in state)) return '';
  const title = words.state(String(state.to));
  return state.renamed === true ? `; der Status heißt seitdem „${title}“` : `; der Status wurde „${title}“`;
}

function whyDue(rule: unknown, due: unknown, words: EventVocabulary): string {
  const keep = typeof rule === 'object' && rule !== null && 'keep' in rule ? rule.keep : undefined;
  if (typeof keep !== 'string' || typeof due !== 'string') return '';
  return ` (Aufbewahrung ${words.duration(keep)}, fällig seit ${words.day(due.slice(0, 10))})`;
}

export const GERMAN_RECORD_EVENTS: GermanEventTextsOf<RecordEvent> = {
  'record.opened': {
    title: 'Datensatz erstellt',
    verbPhrase: 'erstellte den Datensatz',
    describe: () => ({ done: 'erstellte den Datensatz' }),
  },
  'record.changed': {
    title: 'Datensatz geändert',
    verbPhrase: 'änderte den Datensatz',
    describe: () => ({ done: 'änderte den Datensatz' }),
  },
  'record.action-taken': {
    title: 'Aktion ausgeführt',
    verbPhrase: 'führte eine Aktion aus',
    describe: ({ action }, words) => {
      const done = words.done(String(action));
      return done === undefined ? { quoted: words.action(String(action)) } : { done };
    },
  },
  'record.commented': { title: 'Kommentar', verbPhrase: 'kommentierte' },
  'record.assigned': {
    title: 'Zuweisung',
    verbPhrase: 'wies es zu',
    describe: ({ from, to }, words) => {
      if (typeof to === 'string') return `übertrug es ${words.person(to)}`;
      return typeof from === 'string' ? `entzog es ${words.person(from)}` : 'übertrug es niemandem';
    },
  },
  'record.call-requested': {
    title: 'Aufruf ausgelöst',
    verbPhrase: 'löste einen Aufruf aus',
    describe: ({ call }, words) => {
      const cause = words.cause(String(call));
      const because = cause === undefined ? '' : ` (denn ${cause})`;
      return { sentence: `${words.call(String(call))} zum Senden vorgemerkt${because}` };
    },
  },
  'record.call-passed': { title: 'Aufruf nicht nötig', verbPhrase: 'löste keinen Aufruf aus' },
  'record.migrated': {
    title: 'Auf andere Version umgestellt',
    verbPhrase: 'stellte auf eine andere Version der Spezifikation um',
    describe: ({ to, state }, words) =>
      `stellte auf Version ${String(to)} der Spezifikation um${stateText(state, words)}`,
  },
  'record.erasure-decided': {
    title: 'Löschung beschlossen',
    verbPhrase: 'beschloss, die personenbezogenen Daten zu löschen',
    describe: ({ rule, due }, words) =>
      `beschloss, die personenbezogenen Daten zu löschen${whyDue(rule, due, words)}`,
  },
  'record.erasure-begun': {
    title: 'Löschung eines Datensatzes begonnen',
    verbPhrase: 'begann, die personenbezogenen Daten zu löschen',
  },
  'record.erased': {
    title: 'Personenbezogene Daten eines Datensatzes gelöscht',
    verbPhrase: 'löschte die personenbezogenen Daten',
  },
  'record.timers-set': { title: 'Termine gesetzt', verbPhrase: 'setzte Termine' },
  'record.timer-fired': {
    title: 'Termin fällig',
    verbPhrase: 'tat, was geplant war',
    describe: ({ timer, outcome }, words) => ({
      sentence: (TIMERS[outcome as TimerOutcome] ?? TIMERS.acted)(words.timer(String(timer))),
    }),
  },
  'record.approval-given': {
    title: 'Genehmigung erteilt',
    verbPhrase: 'erteilte eine Genehmigung',
    describe: ({ action }, words) => `genehmigte „${words.action(String(action))}“`,
    connector: ' für ',
  },
  'record.approval-refused': {
    title: 'Genehmigung verweigert',
    verbPhrase: 'verweigerte eine Genehmigung',
    describe: ({ action }, words) => `verweigerte „${words.action(String(action))}“`,
    connector: ' für ',
  },
  'record.approval-taken-back': {
    title: 'Genehmigung zurückgenommen',
    verbPhrase: 'widerrief eine Genehmigung oder Ablehnung',
    describe: ({ action }, words) => `widerrief die eigene Entscheidung zu „${words.action(String(action))}“`,
    connector: ' für ',
  },
  'record.approvals-begun-again': {
    title: 'Genehmigungen neu begonnen',
    verbPhrase: 'begann Genehmigungen neu',
    describe: ({ action }, words) => `begann die Genehmigungen zu „${words.action(String(action))}“ neu`,
    connector: ' für ',
  },
};

export const GERMAN_CALL_EVENTS: GermanEventTextsOf<CallEvent> = {
  'record.call-answered': {
    title: 'Aufruf beantwortet',
    verbPhrase: 'erhielt Antwort auf einen Aufruf',
    describe: (data, words) => {
      const title = titleIn(data, words);
      if (typeof data.status === 'number') return { sentence: `${title} gesendet, Empfang bestätigt` };
      const people = joinRecipientNames(data, words);
      if (data.kept === true)
        return {
          sentence: `${title} angezeigt${people === undefined ? '' : ` für ${people}`}, nicht als E-Mail gesendet`,
        };
      const to = people === undefined ? '' : ` an ${people}`;
      const lost =
        typeof data.rejected === 'number' ? `, doch ${data.rejected} Adressen wurden abgelehnt` : '';
      return { sentence: `${title} gesendet${to}${lost}` };
    },
  },
  'record.call-failed': {
    title: 'Aufruf fehlgeschlagen',
    verbPhrase: 'konnte einen Aufruf nicht ausführen',
    describe: (data, words) => ({
      sentence: `${titleIn(data, words)} noch nicht gesendet, wird wieder versucht${because(data.why)}`,
    }),
  },
  'record.call-given-up': {
    title: 'Aufruf endgültig nicht gesendet',
    verbPhrase: 'beendete die Versuche, einen Aufruf zu senden',
    describe: (data, words) => ({
      sentence: `${titleIn(data, words)} endgültig nicht gesendet${because(data.why)}`,
    }),
  },
  'record.call-withheld': {
    title: 'Aufruf zurückgehalten',
    verbPhrase: 'hielt einen Aufruf zurück',
    describe: (data, words) => ({ sentence: `${titleIn(data, words)} nicht gesendet${because(data.why)}` }),
  },
  'record.call-retried': {
    title: 'Aufruf soll wiederholt werden',
    verbPhrase: 'ließ einen Aufruf wiederholen',
    describe: (data, words) => `veranlasste einen neuen Versuch: ${titleIn(data, words)}`,
  },
  'record.call-settled': {
    title: 'Folge eines Aufrufs',
    verbPhrase: 'tat, was aus einem Aufruf folgt',
    describe: (data, words) => {
      const title = titleIn(data, words);
      if (data.refused === null) return { sentence: `${title}: Antwort eingetragen` };
      if (typeof data.refused === 'string')
        return { sentence: `${title}: Antwort konnte nicht eingetragen werden: ${data.refused}` };
      return { sentence: `${title} erledigt` };
    },
  },
  'record.call-closed': {
    title: 'Aufruf beendet',
    verbPhrase: 'beendete einen Aufruf',
    describe: (data, words) => `schloss ohne weiteren Schritt ab: ${titleIn(data, words)}`,
  },
};

export const GERMAN_CLAIM_EVENTS: GermanEventTextsOf<ClaimEvent> = {
  'number.taken': {
    title: 'Nummer vergeben',
    verbPhrase: 'vergab eine Nummer',
    describe: ({ number }) => `vergab die Nummer ${String(number)}`,
    connector: ' für ',
  },
  'number.voided': {
    title: 'Nummer verfallen',
    verbPhrase: 'ließ eine Nummer verfallen',
    describe: ({ number }) => `ließ die Nummer ${String(number)} verfallen`,
    connector: ' von ',
  },
  'value.claimed': {
    title: 'Eindeutiger Wert belegt',
    verbPhrase: 'belegte einen eindeutigen Wert',
    connector: ' für ',
  },
  'value.released': {
    title: 'Eindeutiger Wert frei',
    verbPhrase: 'gab einen eindeutigen Wert frei',
    connector: ' von ',
  },
  'opening.counted': {
    title: 'Auf die Tagesgrenze angerechnet',
    verbPhrase: 'rechnete einen Datensatz auf die Tagesgrenze an',
    connector: ': ',
  },
  'opening.given-back': {
    title: 'Doch nicht angerechnet',
    verbPhrase: 'rechnete einen Datensatz doch nicht auf die Tagesgrenze an',
    connector: ': ',
  },
};
