// The words of every type of event in German.
import { eventType } from '#domain/event-types.js';
import type { EventType, EventVocabulary } from '#domain/event.js';
import type { ProcessEvent } from '#domain/process/process-events.js';
import type { ProjectionEvent } from '#domain/projection/projection-events.js';
import type { ConstantsChanged, SpecificationEvent } from '#domain/specification/specification-events.js';
import type { UserEvent } from '#domain/user/user-events.js';
import type { Language } from '#specification/refusal-words/language.js';
import { GERMAN_CALL_EVENTS, GERMAN_CLAIM_EVENTS, GERMAN_RECORD_EVENTS } from './german-record-events.js';
import type { GermanWords } from './german-words.js';

function describeChange(change: unknown, words: EventVocabulary): string {
  const { constant, key, from, before, text } = change as ConstantsChanged['data']['changes'][number];
  const title = words.constant(constant);
  const name = key === null ? title : `${title} (${key})`;
  return `${name} von ${before === null ? 'nichts' : words.constantValue(before)} auf ${words.constantValue(text)}, ab ${words.day(from)}`;
}

const SPECIFICATION_EVENTS: GermanWords<SpecificationEvent> = {
  'specification.published': {
    title: 'Spezifikation veröffentlicht',
    did: 'veröffentlichte eine Version der Spezifikation',
    told: ({ version }) => `veröffentlichte Version ${String(version)} der Spezifikation`,
  },
  'specification.constants-changed': {
    title: 'Konstanten geändert',
    did: 'änderte Konstanten',
    told: ({ changes }, words) =>
      Array.isArray(changes)
        ? `änderte ${changes.map((change) => describeChange(change, words)).join('; ')}`
        : 'änderte Konstanten',
  },
};

const USER_EVENTS: GermanWords<UserEvent> = {
  'user.registered': { title: 'Person angelegt', did: 'legte eine Person an', joined: ': ' },
  'user.password-set': { title: 'Passwort gesetzt', did: 'setzte das Passwort', joined: ' von ' },
  'user.link-issued': {
    title: 'Einmal-Link ausgestellt',
    did: 'stellte einen Einmal-Link für ein neues Passwort aus',
    joined: ' für ',
  },
  'user.role-granted': {
    title: 'Rolle vergeben',
    did: 'vergab eine Rolle',
    told: ({ application, role }, words) => `vergab ${words.role(String(application), String(role))}`,
    joined: ' an ',
  },
  'user.roles-renamed': { title: 'Rollen umbenannt', did: 'benannte Rollen um', joined: ' von ' },
  'user.role-revoked': {
    title: 'Rolle entzogen',
    did: 'entzog eine Rolle',
    told: ({ application, role }, words) => `entzog ${words.role(String(application), String(role))}`,
    joined: ': ',
  },
  'user.deputy-named': {
    title: 'Vertretung benannt',
    did: 'benannte eine Vertretung',
    told: ({ deputy, from, until }, words) =>
      `benannte ${words.person(String(deputy))} als Vertretung von ${words.day(String(from))} bis ${words.day(String(until))}`,
    joined: ' für ',
  },
  'user.deputy-dismissed': { title: 'Vertretung beendet', did: 'beendete eine Vertretung', joined: ' für ' },
  'user.notice-chosen': {
    title: 'Mitteilungen eingestellt',
    did: 'stellte Mitteilungen ein',
    joined: ' für ',
  },
  'user.preferences-chosen': {
    title: 'Sprache, Zeitzone und Tasten gewählt',
    did: 'wählte Sprache, Zeitzone und Tasten',
    joined: ' für ',
  },
  'user.signed-in': { title: 'Anmeldung', did: 'meldete sich an' },
  'user.signed-out': { title: 'Abmeldung', did: 'meldete sich ab' },
  'user.sessions-ended': { title: 'Sitzungen beendet', did: 'beendete die Sitzungen', joined: ' von ' },
  'user.sign-in-failed': {
    title: 'Anmeldung fehlgeschlagen',
    did: 'bemerkte ein falsches Passwort',
    joined: ' für ',
  },
  'user.signing-failed': {
    title: 'Unterschrift fehlgeschlagen',
    did: 'bemerkte ein falsches Passwort für eine Unterschrift',
    joined: ' von ',
  },
  'user.locked': { title: 'Konto gesperrt', did: 'sperrte das Konto', joined: ' von ' },
  'user.unlocked': { title: 'Konto entsperrt', did: 'entsperrte das Konto', joined: ' von ' },
  'user.erasure-begun': {
    title: 'Löschung personenbezogener Daten begonnen',
    did: 'begann, die personenbezogenen Daten zu löschen',
    joined: ' von ',
  },
  'user.erased': {
    title: 'Personenbezogene Daten gelöscht',
    did: 'löschte die personenbezogenen Daten',
    joined: ' von ',
  },
};

const name = (text: unknown): string => `„${String(text)}“`;
const documents = (count: unknown): string =>
  count === 1 ? '1 Dokument weicht ab' : `${String(count)} Dokumente weichen ab`;

const PROJECTION_EVENTS: GermanWords<ProjectionEvent> = {
  'projection.paused': {
    title: 'Lesemodell angehalten',
    did: 'hielt ein Lesemodell an',
    told: ({ projection }) => `hielt das Lesemodell ${name(projection)} an`,
  },
  'projection.resumed': {
    title: 'Lesemodell fortgesetzt',
    did: 'setzte ein Lesemodell fort',
    told: ({ projection }) => `setzte das Lesemodell ${name(projection)} fort`,
  },
  'projection.retried': {
    title: 'Lesemodell wiederholt',
    did: 'ließ ein Lesemodell wiederholen',
    told: ({ projection }) => `ließ das Lesemodell ${name(projection)} wiederholen`,
  },
  'projection.event-skipped': {
    title: 'Ereignis in einem Lesemodell ausgelassen',
    did: 'ließ ein Ereignis in einem Lesemodell aus',
    told: ({ projection, eventType: type }) =>
      `ließ ein Ereignis der Art ${name(type)} im Lesemodell ${name(projection)} aus`,
  },
  'projection.replay-accepted': {
    title: 'Neu aufgebautes Lesemodell übernommen',
    did: 'übernahm ein neu aufgebautes Lesemodell',
    told: ({ projection, differences, lacking }) =>
      `übernahm das neu aufgebaute Lesemodell ${name(projection)}; ${
        lacking === undefined ? documents(differences) : 'dem Protokoll fehlen Ereignisse, die darin waren'
      }`,
  },
  'projection.rolled-back': {
    title: 'Früheres Lesemodell wieder benutzt',
    did: 'kehrte zu einem früheren Lesemodell zurück',
    told: ({ projection, differences }) =>
      `kehrte beim Lesemodell ${name(projection)} zum früheren Stand zurück${
        Number(differences) > 0 ? `; ${documents(differences)}` : ''
      }`,
  },
};

const PROCESS_EVENTS: GermanWords<ProcessEvent> = {
  'process.item-failed': {
    title: 'Nicht möglich',
    did: 'konnte etwas nicht tun',
    told: ({ what }) => `konnte nicht tun: ${String(what)}`,
  },
  'process.item-retried': {
    title: 'Wiederholt',
    did: 'ließ etwas wiederholen',
    told: ({ process }) => `ließ den Ablauf ${name(process)} etwas wiederholen`,
  },
  'process.item-skipped': {
    title: 'Endgültig ausgelassen',
    did: 'ließ etwas aus',
    told: ({ what }) => `ließ endgültig aus: ${String(what)}`,
  },
};

const GERMAN_EVENTS = {
  ...GERMAN_RECORD_EVENTS,
  ...GERMAN_CALL_EVENTS,
  ...GERMAN_CLAIM_EVENTS,
  ...SPECIFICATION_EVENTS,
  ...USER_EVENTS,
  ...PROJECTION_EVENTS,
  ...PROCESS_EVENTS,
} as unknown as Readonly<Record<string, Pick<EventType, 'did' | 'joined' | 'title' | 'told'>>>;

/** A type with its words in that language; undefined: nobody knows it. */
export function eventTypeIn(language: Language, type: string): EventType | undefined {
  const known = eventType(type);
  if (!known || language === 'en') return known;
  return { ...known, ...GERMAN_EVENTS[type] };
}
