import { v7 as uuid } from 'uuid';
import type { DeputiesPage, DeputyRow } from '#views/view-models/deputies.js';
import type { DeputyDocument } from '#projections/read-models/deputies/deputy-document.js';
import type { PublishedApplications } from '#ports/specifications.js';
import { joinRoleTitles, canAccessApplication } from '#domain/permissions.js';
import type { Deputies, ListedDelegations } from '#query-handling/people/delegations.js';
import type { Viewer } from '#query-handling/viewer.js';
import { DEPUTIES_PATH } from '#views/addresses.js';
import { displayPersonName } from '../display/person-names.js';
import type { Translate } from '#views/messages/translate.js';

type DeputyForm = NonNullable<DeputiesPage['name']>['typed'];

interface DeputiesPageSource {
  readonly own: Deputies;
  readonly all: ListedDelegations | undefined;
  readonly people: NonNullable<DeputiesPage['name']>['people'];
  readonly applications: PublishedApplications;
  readonly viewer: Viewer;
  readonly typed: DeputyForm | undefined;
  /** ISO 8601. */ readonly now: string;
  readonly t: Translate;
}

export function presentDeputies(showing: DeputiesPageSource): Omit<DeputiesPage, 'frame'> {
  const { own, all, people, now } = showing;
  const typed = showing.typed ?? { deputy: '', scope: '', from: now.slice(0, 10), until: '' };
  const shown = (names: Deputies['names']) => (deputy: DeputyDocument) => shownDeputy(deputy, names, showing);
  const scopes = scopesOf(showing);
  return {
    ...presentOwnDeputies(own, showing),
    ...(all && {
      all: {
        deputies: all.deputies.map(shown(all.names)),
        ...(all.next !== undefined && { next: `${DEPUTIES_PATH}?after=${encodeURIComponent(all.next)}` }),
      },
    }),
    ...(scopes.length > 0 && {
      name: { action: DEPUTIES_PATH, commandId: uuid(), people, scopes, typed, errors: {} },
    }),
  };
}

export function presentOwnDeputies(
  own: Deputies,
  showing: DeputyContext,
): Pick<DeputiesPage, 'named' | 'forWhom'> {
  const shown = (deputy: DeputyDocument) => shownDeputy(deputy, own.names, showing);
  return { named: own.named.map(shown), forWhom: own.forWhom.map(shown) };
}

type DeputyContext = Pick<DeputiesPageSource, 'applications' | 'viewer' | 't'>;

function shownDeputy(
  { id, person, deputy, application, role, from, until, ended }: DeputyDocument,
  names: Deputies['names'],
  { applications, viewer, t }: DeputyContext,
): DeputyRow {
  const name = (who: string) => displayPersonName({ people: names, records: new Map() }, who, t);
  const concerns = viewer.admin || viewer.id === person || viewer.id === deputy;
  const end = { action: `${DEPUTIES_PATH}/${id}/end`, commandId: uuid(), person };
  return {
    id,
    person: name(person),
    deputy: name(deputy),
    from,
    until,
    scope: describeScope({ applications, viewer, t }, application, role),
    ...(ended && { ended: { by: name(ended.by), at: ended.at } }),
    ...(!ended && concerns && { end }),
  };
}

const scopeOf = (application: string, role?: string) =>
  role === undefined ? application : `${application}.${role}`;

function scopesOf({ applications, viewer, t }: DeputyContext): readonly { value: string; title: string }[] {
  const each = [...applications.values()].flatMap(({ specification }) => {
    const { key, name } = specification;
    const held = viewer.roles[key] ?? [];
    if (held.length === 0) return [];
    const roles = held.map((role) => ({
      value: scopeOf(key, role),
      title: t('deputies.asRole', { application: name, role: joinRoleTitles(specification, [role]) }),
    }));
    return [{ value: scopeOf(key), title: t('deputies.everythingIn', { application: name }) }, ...roles];
  });
  return each.length === 0 ? [] : [{ value: '', title: t('deputies.everything') }, ...each];
}

export function readDelegationScope(scope: string): {
  readonly application: string | null;
  readonly role: string | null;
} {
  const [application = '', role] = scope.split('.');
  return { application: application === '' ? null : application, role: role ?? null };
}

/** Hides applications that the viewer may not access. */
function describeScope(
  { applications, viewer, t }: DeputyContext,
  application: string | null,
  role: string | null,
): string {
  if (application === null) return t('deputies.everything');
  const published = applications.get(application);
  if (!published || !canAccessApplication(published.specification, viewer))
    return t('deputies.anotherApplication');
  const { specification } = published;
  return role === null
    ? t('deputies.everythingIn', { application: specification.name })
    : t('deputies.asRole', { application: specification.name, role: joinRoleTitles(specification, [role]) });
}

/** Omits `application` and `role` if the viewer may not access the application. */
export function toDelegationJson(
  { id, person, deputy: who, application, role, from, until }: DeputyDocument,
  { applications, viewer }: Pick<DeputiesPageSource, 'applications' | 'viewer'>,
) {
  const published = application === null ? undefined : applications.get(application);
  const isVisible =
    application === null ||
    (published !== undefined && canAccessApplication(published.specification, viewer));
  return { id, for: person, deputy: who, ...(isVisible && { application, role }), from, until };
}
