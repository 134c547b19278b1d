import { displayUnreadablePerson } from '../display/person-names.js';
import { v7 as uuid } from 'uuid';
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import type { PeoplePage, PersonPage } from '#views/view-models/people.js';
import type { PublishedVersion, PublishedApplications } from '#ports/specifications.js';
import type { PeopleResult, VisiblePerson } from '#query-handling/people/list-people.js';
import { NO_IDENTITIES, type ProviderIdentities } from '#query-handling/people/provider-identities.js';
import type { SignInProvider } from '#identity/providers/sign-in-provider.js';
import type { OpenSession } from '#identity/accounts.js';
import type { ListedToken } from '#identity/api-tokens.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import { isErased, isUnreadable } from '#specification/model/stored-value.js';
import { personHref, specificationHref } from '../addresses/page-addresses.js';
import { INSTALLATION_ROLE_TITLES } from '../layout/role-titles.js';
import { listMarkedRoles, markRole, type RoleSources } from './marked-roles.js';
import { presentIdentitiesOfPerson, type ConfiguredWaysIn } from './identities-of-person.js';
import { presentTokens } from '../tokens/present-tokens.js';
import { presentSessions } from './open-sessions.js';
import { PEOPLE_PATH } from '#views/addresses.js';
import {
  personLinkHref,
  lockPersonHref,
  resetSecondFactorHref,
  unlockPersonHref,
  REGISTER_PATH,
  personRolesHref,
  personSessionsHref,
  revokeTokenOfPersonHref,
} from '../addresses/system-addresses.js';
import type { Translate } from '#views/messages/translate.js';

export function presentPeople(
  { people, previous, next }: PeopleResult,
  search: string,
  { applications, identities, providers, t }: PeopleWords & PeopleIdentities,
): Omit<PeoplePage, 'frame'> {
  const page = (number: number | undefined) =>
    number === undefined
      ? undefined
      : `${PEOPLE_PATH}?${new URLSearchParams({ ...(search !== '' && { q: search }), page: String(number) }).toString()}`;
  return {
    people: people.map((person) => ({
      id: person.id,
      name: nameOf(person, t),
      signInName: typeof person.signInName === 'string' ? person.signInName : null,
      href: personHref(person.id),
      roles: listMarkedRoles(
        person.roles,
        { providerRoles: (identities.get(person.id) ?? NO_IDENTITIES).providerRoles, providers },
        [(key) => applications.get(key)?.specification, t],
      ),
      lastSignInAt: person.lastSignInAt,
      demo: person.demo,
      fromLog: person.fromLog,
      erased: person.erasedAt !== null,
      locked: person.lockedAt !== null,
    })),
    search,
    previous: page(previous),
    next: page(next),
    register: REGISTER_PATH,
  };
}

const nameOf = ({ name, id }: VisiblePerson, t: Translate): string => {
  if (isErased(name)) return t('person.erasedName');
  return isUnreadable(name) ? displayUnreadablePerson(id, t) : name;
};

interface PeopleWords {
  readonly applications: PublishedApplications;
  readonly t: Translate;
}

interface PeopleIdentities {
  /** By id of the person. */
  readonly identities: ReadonlyMap<string, ProviderIdentities>;
  readonly providers: readonly SignInProvider[];
}

interface PersonPageSource extends PeopleWords, PeopleIdentities, ConfiguredWaysIn {
  readonly history: readonly TimelineItem[];
  readonly historyMore?: string;
  readonly sessions: readonly OpenSession[];
  readonly tokens: readonly ListedToken[];
  readonly viewer: SignedInPerson;
  readonly hasSecondFactor: boolean;
}

export function presentPerson(person: VisiblePerson, source: PersonPageSource): Omit<PersonPage, 'frame'> {
  const { history, historyMore, sessions, tokens, viewer, applications, hasSecondFactor, t } = source;
  const found = source.identities.get(person.id) ?? NO_IDENTITIES;
  const sources = { providerRoles: found.providerRoles, providers: source.providers };
  const identities = presentIdentitiesOfPerson(person, found, source);
  const { id, signInName, hasPassword } = person;
  const own = viewer.id === id;
  return {
    id,
    name: nameOf(person, t),
    signInName: typeof signInName === 'string' ? signInName : null,
    fromLog: person.fromLog,
    erased: person.erasedAt !== null,
    registeredAt: person.registeredAt,
    lastSignInAt: person.lastSignInAt,
    groups: [
      installation(person, sources, t),
      ...[...applications.values()].map((published) => group(person, published, sources)),
    ],
    action: personRolesHref(id),
    commandId: uuid(),
    ...(!own && !person.fromLog && { lock: { action: lockAction(person), lockedAt: person.lockedAt } }),
    ...(canGetLink(person) &&
      !own && {
        link: { action: personLinkHref(id), hasPassword, signsIn: !choosesPassword(person, source) },
      }),
    ...(hasSecondFactor && !own && { secondFactor: { action: resetSecondFactorHref(id) } }),
    sessions: presentSessions(sessions, {
      action: personSessionsHref(id),
      commandId: uuid(),
      current: own ? viewer.session : undefined,
      t,
    }),
    tokens: presentTokens(tokens, {
      applications,
      revokeHref: (token) => revokeTokenOfPersonHref(id, token),
      t,
    }),
    ...(identities && { identities }),
    history,
    ...(historyMore !== undefined && { historyMore }),
  };
}

/** Also those who signed in by a provider alone. */
const canGetLink = ({ signInName, demo, fromLog, erasedAt, lockedAt }: VisiblePerson): boolean =>
  lockedAt === null && (typeof signInName === 'string' || (!demo && !fromLog && erasedAt === null));

/** Others sign in by the link itself. */
const choosesPassword = ({ signInName }: VisiblePerson, { hasPasswords }: ConfiguredWaysIn): boolean =>
  hasPasswords && typeof signInName === 'string';

const lockAction = ({ id, lockedAt }: VisiblePerson) =>
  lockedAt === null ? lockPersonHref(id) : unlockPersonHref(id);

type PersonGroup = PersonPage['groups'][number];

function installation({ roles }: VisiblePerson, sources: RoleSources, t: Translate): PersonGroup {
  const held = roles[INSTALLATION] ?? [];
  const offered = INSTALLATION_ROLE_TITLES.map((role) => ({
    key: role.key,
    title: t(role.title),
    held: held.includes(role.key),
    everyone: false,
    ...markRole({ application: INSTALLATION, role: role.key }, sources),
  }));
  return { application: INSTALLATION, name: t('people.installation'), roles: offered };
}

function group(
  { roles }: VisiblePerson,
  { specification }: PublishedVersion,
  sources: RoleSources,
): PersonGroup {
  const held = roles[specification.key] ?? [];
  return {
    application: specification.key,
    name: specification.name,
    meaning: `${specificationHref(specification.key)}#section-6`,
    roles: Object.values(specification.roles).map(({ key, title, everyone }) => ({
      key,
      title,
      held: everyone || held.includes(key),
      everyone,
      ...markRole({ application: specification.key, role: key }, sources),
    })),
  };
}
