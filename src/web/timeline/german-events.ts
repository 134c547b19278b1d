import { findEventType } from '#domain/event-types.js';
import type { EventType, EventVocabulary } from '#domain/event.js';
import type { ProcessEvent } from '#domain/process-manager/process-manager-events.js';
import type { ProjectionControlEvent } from '#domain/projection/projection-control-events.js';
import type { ConstantsChanged, SpecificationEvent } from '#domain/specification/specification-events.js';
import type { ProviderRolesChanged } from '#domain/user/provider-roles-events.js';
import type { ApplicationImportBegun } from '#domain/application-import/application-import-events.js';
import type { TimelineExported } from '#domain/timeline-export/timeline-export-events.js';
import type { SignInRulesChosen } from '#domain/sign-in-rules/sign-in-rules-events.js';
import type { UserEvent } from '#domain/user/user-events.js';
import type { Language } from '#specification/refusal-words/language.js';
import { GERMAN_CALL_EVENTS, GERMAN_CLAIM_EVENTS, GERMAN_RECORD_EVENTS } from './german-record-events.js';
import type { GermanEventTextsOf } from './german-event-texts-type.js';

function describeChange(change: unknown, words: EventVocabulary): string {
  const { constant, key, from, before, text } = change as ConstantsChanged['data']['changes'][number];
  const title = words.constant(constant);
  const name = key === null ? title : `${title} (${key})`;
  return `${name} von ${before === null ? 'nichts' : words.constantValue(before)} auf ${words.constantValue(text)}, ab ${words.day(from)}`;
}

const SPECIFICATION_EVENTS: GermanEventTextsOf<SpecificationEvent> = {
  'specification.published': {
    title: 'Spezifikation veröffentlicht',
    verbPhrase: 'veröffentlichte eine Version der Spezifikation',
    describe: ({ version }) => `veröffentlichte Version ${String(version)} der Spezifikation`,
  },
  'specification.constants-changed': {
    title: 'Konstanten geändert',
    verbPhrase: 'änderte Konstanten',
    describe: ({ changes }, words) =>
      Array.isArray(changes)
        ? `änderte ${changes.map((change) => describeChange(change, words)).join('; ')}`
        : 'änderte Konstanten',
  },
  'specification.exported': { title: 'Anwendung exportiert', verbPhrase: 'exportierte die Anwendung' },
  'specification.imported': {
    title: 'Anwendung importiert',
    verbPhrase: 'importierte die Anwendung',
    describe: ({ events }) =>
      typeof events === 'number'
        ? `importierte die Anwendung mit ${events.toLocaleString('de')} Ereignissen`
        : 'importierte die Anwendung',
  },
};

const SIGN_IN_RULES_EVENTS: GermanEventTextsOf<SignInRulesChosen> = {
  'sign-in-rules.chosen': {
    title: 'Anmelderegeln festgelegt',
    verbPhrase: 'legte die Regeln für die Anmeldung fest',
  },
};

const TIMELINE_EXPORT_EVENTS: GermanEventTextsOf<TimelineExported> = {
  'timeline.exported': {
    title: 'Verlauf exportiert',
    verbPhrase: 'exportierte Ereignisse des Verlaufs',
    describe: ({ sha256 }) =>
      `${sha256 === '' ? 'begann den Export von Ereignissen' : 'exportierte Ereignisse'} des Verlaufs`,
  },
};

const APPLICATION_IMPORT_EVENTS: GermanEventTextsOf<ApplicationImportBegun> = {
  'application-import.begun': {
    title: 'Import einer Anwendung begonnen',
    verbPhrase: 'begann den Import einer Anwendung',
    describe: ({ application }) =>
      typeof application === 'string'
        ? `begann den Import der Anwendung ${application}`
        : 'begann den Import einer Anwendung',
  },
};

const USER_EVENTS: GermanEventTextsOf<UserEvent> = {
  'user.registered': { title: 'Person angelegt', verbPhrase: 'legte eine Person an', connector: ': ' },
  'user.password-set': { title: 'Passwort gesetzt', verbPhrase: 'setzte das Passwort', connector: ' von ' },
  'user.link-issued': {
    title: 'Einmal-Link ausgestellt',
    verbPhrase: 'stellte einen Einmal-Link für ein neues Passwort aus',
    connector: ' für ',
  },
  'user.role-granted': {
    title: 'Rolle vergeben',
    verbPhrase: 'vergab eine Rolle',
    describe: ({ application, role }, words) => `vergab ${words.role(String(application), String(role))}`,
    connector: ' an ',
  },
  'user.roles-renamed': { title: 'Rollen umbenannt', verbPhrase: 'benannte Rollen um', connector: ' von ' },
  'user.role-revoked': {
    title: 'Rolle entzogen',
    verbPhrase: 'entzog eine Rolle',
    describe: ({ application, role }, words) => `entzog ${words.role(String(application), String(role))}`,
    connector: ': ',
  },
  'user.deputy-named': {
    title: 'Vertretung benannt',
    verbPhrase: 'benannte eine Vertretung',
    describe: ({ deputy, from, until }, words) =>
      `benannte ${words.person(String(deputy))} als Vertretung von ${words.day(String(from))} bis ${words.day(String(until))}`,
    connector: ' für ',
  },
  'user.deputy-dismissed': {
    title: 'Vertretung beendet',
    verbPhrase: 'beendete eine Vertretung',
    connector: ' für ',
  },
  'user.notice-chosen': {
    title: 'Mitteilungen eingestellt',
    verbPhrase: 'stellte Mitteilungen ein',
    connector: ' für ',
  },
  'user.view-saved': {
    title: 'Ansicht gespeichert',
    verbPhrase: 'speicherte eine Ansicht einer Liste',
    connector: ' für ',
  },
  'user.view-deleted': {
    title: 'Ansicht gelöscht',
    verbPhrase: 'löschte eine Ansicht einer Liste',
    connector: ' für ',
  },
  'user.identity-linked': {
    title: 'Konto bei einem Anbieter verknüpft',
    verbPhrase: 'verknüpfte das Konto bei einem Anbieter',
    connector: ' von ',
  },
  'user.identity-unlinked': {
    title: 'Konto bei einem Anbieter gelöst',
    verbPhrase: 'löste das Konto bei einem Anbieter',
    connector: ' von ',
  },
  'user.identity-groups-received': {
    title: 'Gruppen von einem Anbieter erhalten',
    verbPhrase: 'erhielt andere Gruppen von einem Anbieter',
    connector: ' für ',
  },
  'user.token-issued': {
    title: 'API-Token erstellt',
    verbPhrase: 'erstellte ein API-Token',
    connector: ' für ',
  },
  'user.token-revoked': {
    title: 'API-Token widerrufen',
    verbPhrase: 'widerrief ein API-Token',
    connector: ' von ',
  },
  'user.token-used': {
    title: 'API-Token benutzt',
    verbPhrase: 'vermerkte die Nutzung eines API-Tokens',
    connector: ' von ',
  },
  'user.preferences-chosen': {
    title: 'Sprache, Zeitzone und Tasten gewählt',
    verbPhrase: 'wählte Sprache, Zeitzone und Tasten',
    connector: ' für ',
  },
  'user.signed-in': { title: 'Anmeldung', verbPhrase: 'meldete sich an' },
  'user.signed-out': { title: 'Abmeldung', verbPhrase: 'meldete sich ab' },
  'user.sessions-ended': {
    title: 'Sitzungen beendet',
    verbPhrase: 'beendete die Sitzungen',
    connector: ' von ',
  },
  'user.sign-in-failed': {
    title: 'Anmeldung fehlgeschlagen',
    verbPhrase: 'bemerkte ein falsches Passwort',
    describe: ({ by }) =>
      by === 'code' ? 'bemerkte einen falschen Code des zweiten Faktors' : 'bemerkte ein falsches Passwort',
    connector: ' für ',
  },
  'user.signing-failed': {
    title: 'Unterschrift fehlgeschlagen',
    verbPhrase: 'bemerkte ein falsches Passwort für eine Unterschrift',
    connector: ' von ',
  },
  'user.locked': { title: 'Konto gesperrt', verbPhrase: 'sperrte das Konto', connector: ' von ' },
  'user.unlocked': { title: 'Konto entsperrt', verbPhrase: 'entsperrte das Konto', connector: ' von ' },
  'user.second-factor-set': {
    title: 'Zweiter Faktor eingerichtet',
    verbPhrase: 'richtete einen zweiten Faktor ein',
    connector: ' für ',
  },
  'user.second-factor-used': {
    title: 'Zweiter Faktor benutzt',
    verbPhrase: 'gab einen Code des zweiten Faktors ein',
    connector: ' von ',
  },
  'user.recovery-code-used': {
    title: 'Wiederherstellungscode benutzt',
    verbPhrase: 'benutzte einen Wiederherstellungscode',
    connector: ' von ',
  },
  'user.second-factor-reset': {
    title: 'Zweiter Faktor zurückgesetzt',
    verbPhrase: 'setzte den zweiten Faktor zurück',
    connector: ' von ',
  },
  'user.erasure-begun': {
    title: 'Löschung personenbezogener Daten begonnen',
    verbPhrase: 'begann, die personenbezogenen Daten zu löschen',
    connector: ' von ',
  },
  'user.erased': {
    title: 'Personenbezogene Daten gelöscht',
    verbPhrase: 'löschte die personenbezogenen Daten',
    connector: ' von ',
  },
};

const name = (text: unknown): string => `„${String(text)}“`;
const documents = (count: unknown): string =>
  count === 1 ? '1 Dokument weicht ab' : `${String(count)} Dokumente weichen ab`;

const PROJECTION_EVENTS: GermanEventTextsOf<ProjectionControlEvent> = {
  'projection.paused': {
    title: 'Lesemodell angehalten',
    verbPhrase: 'hielt ein Lesemodell an',
    describe: ({ projection }) => `hielt das Lesemodell ${name(projection)} an`,
  },
  'projection.resumed': {
    title: 'Lesemodell fortgesetzt',
    verbPhrase: 'setzte ein Lesemodell fort',
    describe: ({ projection }) => `setzte das Lesemodell ${name(projection)} fort`,
  },
  'projection.retried': {
    title: 'Lesemodell wiederholt',
    verbPhrase: 'ließ ein Lesemodell wiederholen',
    describe: ({ projection }) => `ließ das Lesemodell ${name(projection)} wiederholen`,
  },
  'projection.event-skipped': {
    title: 'Ereignis in einem Lesemodell ausgelassen',
    verbPhrase: 'ließ ein Ereignis in einem Lesemodell aus',
    describe: ({ projection, eventType: type }) =>
      `ließ ein Ereignis der Art ${name(type)} im Lesemodell ${name(projection)} aus`,
  },
  'projection.replay-accepted': {
    title: 'Neu aufgebautes Lesemodell übernommen',
    verbPhrase: 'übernahm ein neu aufgebautes Lesemodell',
    describe: ({ projection, differences, lacking }) =>
      `übernahm das neu aufgebaute Lesemodell ${name(projection)}; ${
        lacking === undefined ? documents(differences) : 'dem Protokoll fehlen Ereignisse, die darin waren'
      }`,
  },
  'projection.rolled-back': {
    title: 'Früheres Lesemodell wieder benutzt',
    verbPhrase: 'kehrte zu einem früheren Lesemodell zurück',
    describe: ({ projection, differences }) =>
      `kehrte beim Lesemodell ${name(projection)} zum früheren Stand zurück${
        Number(differences) > 0 ? `; ${documents(differences)}` : ''
      }`,
  },
};

const PROVIDER_ROLES_EVENTS: GermanEventTextsOf<ProviderRolesChanged> = {
  'provider-roles.changed': {
    title: 'Rollen nach Gruppen geändert',
    verbPhrase: 'änderte, welche Rollen die Gruppen bei Anbietern geben',
  },
};

const PROCESS_EVENTS: GermanEventTextsOf<ProcessEvent> = {
  'process.item-failed': {
    title: 'Nicht möglich',
    verbPhrase: 'konnte etwas nicht tun',
    describe: ({ what }) => `konnte nicht tun: ${String(what)}`,
  },
  'process.item-retried': {
    title: 'Wiederholt',
    verbPhrase: 'ließ etwas wiederholen',
    describe: ({ process }) => `ließ den Ablauf ${name(process)} etwas wiederholen`,
  },
  'process.item-skipped': {
    title: 'Endgültig ausgelassen',
    verbPhrase: 'ließ etwas aus',
    describe: ({ what }) => `ließ endgültig aus: ${String(what)}`,
  },
};

const GERMAN_EVENTS = {
  ...GERMAN_RECORD_EVENTS,
  ...GERMAN_CALL_EVENTS,
  ...GERMAN_CLAIM_EVENTS,
  ...SPECIFICATION_EVENTS,
  ...USER_EVENTS,
  ...PROJECTION_EVENTS,
  ...PROVIDER_ROLES_EVENTS,
  ...PROCESS_EVENTS,
  ...SIGN_IN_RULES_EVENTS,
  ...APPLICATION_IMPORT_EVENTS,
  ...TIMELINE_EXPORT_EVENTS,
} as unknown as Readonly<Record<string, Pick<EventType, 'verbPhrase' | 'connector' | 'title' | 'describe'>>>;

/** undefined: unknown type. */
export function findTranslatedEventType(language: Language, type: string): EventType | undefined {
  const known = findEventType(type);
  if (!known || language === 'en') return known;
  return { ...known, ...GERMAN_EVENTS[type] };
}
