// What happened to records and their calls, in German: each sentence goes on after the name of the one who did it.
import type { EventVocabulary } from '#domain/event.js';
import type { CallEvent } from '#domain/call/call-events.js';
import type { ClaimEvent } from '#domain/claim/claim-events.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import type { TimerOutcome } from '#domain/record/timer-events.js';
import type { GermanWords } from './german-words.js';

const TIMERS: Readonly<Record<TimerOutcome, (timer: string) => string>> = {
  acted: (timer) => `tat wie geplant: „${timer}“`,
  passed: (timer) => `musste „${timer}“ nicht mehr tun`,
  refused: (timer) => `konnte nicht wie geplant tun: „${timer}“`,
  withheld: (timer) => `ließ „${timer}“ aus: beim Import des Verlaufs war es schon überfällig`,
};

const call = (data: { readonly call?: unknown }): string => `den Aufruf „${String(data.call)}“`;
const because = (why: unknown): string => (typeof why === 'string' ? `: ${why}` : '');

function stateTold(state: unknown, words: EventVocabulary): string {
  if (typeof state !== 'object' || state === null || !('renamed' in state) || !('to' in state)) return '';
  const title = words.state(String(state.to));
  return state.renamed === true ? `; der Status heißt seitdem „${title}“` : `; der Status wurde „${title}“`;
}

function whyDue(rule: unknown, due: unknown): string {
  const keep = typeof rule === 'object' && rule !== null && 'keep' in rule ? rule.keep : undefined;
  if (typeof keep !== 'string' || typeof due !== 'string') return '';
  return ` (Aufbewahrung ${keep}, fällig seit ${due.slice(0, 10)})`;
}

export const GERMAN_RECORD_EVENTS: GermanWords<RecordEvent> = {
  'record.opened': { title: 'Datensatz erstellt', did: 'erstellte' },
  'record.changed': { title: 'Datensatz geändert', did: 'änderte' },
  'record.action-taken': {
    title: 'Aktion ausgeführt',
    did: 'führte eine Aktion aus',
    told: ({ action }, words) => {
      const done = words.done(String(action));
      return done === undefined ? { quoted: words.action(String(action)) } : { done };
    },
  },
  'record.commented': { title: 'Kommentar', did: 'kommentierte' },
  'record.assigned': {
    title: 'Zuweisung',
    did: 'wies es zu',
    told: ({ from, to }, words) => {
      if (typeof to === 'string') return `übertrug es ${words.person(to)}`;
      return typeof from === 'string' ? `entzog es ${words.person(from)}` : 'übertrug es niemandem';
    },
  },
  'record.call-requested': {
    title: 'Aufruf ausgelöst',
    did: 'löste einen Aufruf aus',
    told: (data) => `veranlasste ${call(data)}`,
  },
  'record.migrated': {
    title: 'Auf andere Version umgestellt',
    did: 'stellte auf eine andere Version der Spezifikation um',
    told: ({ to, state }, words) =>
      `stellte auf Version ${String(to)} der Spezifikation um${stateTold(state, words)}`,
  },
  'record.erasure-decided': {
    title: 'Löschung beschlossen',
    did: 'beschloss, die persönlichen Daten zu löschen',
    told: ({ rule, due }) => `beschloss, die persönlichen Daten zu löschen${whyDue(rule, due)}`,
  },
  'record.erasure-begun': {
    title: 'Löschung eines Datensatzes begonnen',
    did: 'begann, die persönlichen Daten zu löschen',
  },
  'record.erased': {
    title: 'Persönliche Daten eines Datensatzes gelöscht',
    did: 'löschte die persönlichen Daten',
  },
  'record.timers-set': { title: 'Termine gesetzt', did: 'setzte Termine' },
  'record.timer-fired': {
    title: 'Termin fällig',
    did: 'tat, was geplant war',
    told: ({ timer, outcome }, words) =>
      (TIMERS[outcome as TimerOutcome] ?? TIMERS.acted)(words.timer(String(timer))),
  },
  'record.approval-given': {
    title: 'Genehmigung erteilt',
    did: 'erteilte eine Genehmigung',
    told: ({ action }, words) => `genehmigte „${words.action(String(action))}“`,
    joined: ' für ',
  },
  'record.approval-refused': {
    title: 'Genehmigung verweigert',
    did: 'verweigerte eine Genehmigung',
    told: ({ action }, words) => `verweigerte „${words.action(String(action))}“`,
    joined: ' für ',
  },
  'record.approval-taken-back': {
    title: 'Genehmigung zurückgenommen',
    did: 'widerrief eine Genehmigung oder Ablehnung',
    told: ({ action }, words) => `widerrief die eigene Entscheidung zu „${words.action(String(action))}“`,
    joined: ' für ',
  },
  'record.approvals-begun-again': {
    title: 'Genehmigungen neu begonnen',
    did: 'begann Genehmigungen neu',
    told: ({ action }, words) => `begann die Genehmigungen zu „${words.action(String(action))}“ neu`,
    joined: ' für ',
  },
};

export const GERMAN_CALL_EVENTS: GermanWords<CallEvent> = {
  'record.call-answered': {
    title: 'Aufruf beantwortet',
    did: 'erhielt Antwort auf einen Aufruf',
    told: (data) => {
      if (typeof data.status === 'number') return `erhielt Antwort auf ${call(data)} (${data.status})`;
      const mail = `die Mail „${String(data.call)}“`;
      if (data.kept === true) return `behielt ${mail} hier`;
      const lost =
        typeof data.rejected === 'number' ? `, doch ${data.rejected} Adressen wurden abgelehnt` : '';
      return `sendete ${mail}${lost}`;
    },
  },
  'record.call-failed': {
    title: 'Aufruf fehlgeschlagen',
    did: 'konnte einen Aufruf nicht ausführen',
    told: (data) =>
      typeof data.why === 'string'
        ? `konnte ${call(data)} nicht ausführen: ${data.why}`
        : `konnte ${call(data)} noch nicht ausführen und versucht es wieder`,
  },
  'record.call-given-up': {
    title: 'Aufruf aufgegeben',
    did: 'gab einen Aufruf auf',
    told: (data) => `verzichtete auf ${call(data)}${because(data.why)}`,
  },
  'record.call-withheld': {
    title: 'Aufruf zurückgehalten',
    did: 'hielt einen Aufruf zurück',
    told: (data) => `sendete ${call(data)} nicht${because(data.why)}`,
  },
  'record.call-retried': {
    title: 'Aufruf soll wiederholt werden',
    did: 'ließ einen Aufruf wiederholen',
    told: (data) => `ließ ${call(data)} wiederholen`,
  },
  'record.call-settled': {
    title: 'Folge eines Aufrufs',
    did: 'tat, was aus einem Aufruf folgt',
    told: (data) => {
      const name = `„${String(data.call)}“`;
      if (data.refused === null) return `tat, was aus dem Aufruf ${name} folgt`;
      if (typeof data.refused === 'string')
        return `konnte nicht tun, was aus dem Aufruf ${name} folgt: ${data.refused}`;
      return `erledigte ${call(data)}`;
    },
  },
  'record.call-closed': {
    title: 'Aufruf beendet',
    did: 'beendete einen Aufruf',
    told: (data) => `beendete ${call(data)}`,
  },
};

export const GERMAN_CLAIM_EVENTS: GermanWords<ClaimEvent> = {
  'number.taken': {
    title: 'Nummer vergeben',
    did: 'vergab eine Nummer',
    told: ({ number }) => `vergab die Nummer ${String(number)}`,
    joined: ' für ',
  },
  'number.voided': {
    title: 'Nummer verfallen',
    did: 'ließ eine Nummer verfallen',
    told: ({ number }) => `ließ die Nummer ${String(number)} verfallen`,
    joined: ' von ',
  },
  'value.claimed': {
    title: 'Eindeutiger Wert belegt',
    did: 'belegte einen eindeutigen Wert',
    joined: ' für ',
  },
  'value.released': {
    title: 'Eindeutiger Wert frei',
    did: 'gab einen eindeutigen Wert frei',
    joined: ' von ',
  },
  'opening.counted': {
    title: 'Auf die Tagesgrenze angerechnet',
    did: 'rechnete einen Datensatz auf die Tagesgrenze an',
    joined: ': ',
  },
  'opening.given-back': {
    title: 'Doch nicht angerechnet',
    did: 'rechnete einen Datensatz doch nicht auf die Tagesgrenze an',
    joined: ': ',
  },
};
