import type { RecordedEvent } from '#domain/event.js';
import { parseUserStream } from '#domain/stream-names.js';
import { isIdentityEvent } from '#domain/user/identity-events.js';
import { evolveProviderRoles } from '#domain/user/linked-identities.js';
import type { UserEvent } from '#domain/user/user-events.js';
import { openDocuments, type ActiveGenerations, type Projection } from '#projections/port/projection.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import { IDENTITIES_COLLECTION, type IdentitiesDocument, type IdentityEntry } from './identities-document.js';

type RecordedUserEvent<Type extends UserEvent['type']> = RecordedEvent<Extract<UserEvent, { type: Type }>>;

/** Or how they begin. */
const TYPES = ['user.identity-', 'user.signed-in', 'user.role', 'user.erasure-begun', 'user.erased'];

export const identitiesProjection: Projection<IdentitiesDocument> = {
  name: 'identities',
  version: 1,
  types: TYPES,
  targets({ type, stream }) {
    const id = TYPES.some((each) => type.startsWith(each)) && parseUserStream(stream);
    return id ? [{ collection: IDENTITIES_COLLECTION, id }] : [];
  },
  apply(document, recorded) {
    const event = recorded as RecordedEvent<UserEvent>;
    const { position } = event;
    if (!document && !beginsDocument(event)) return undefined;
    const known = document ?? {
      id: parseUserStream(event.stream)!,
      position,
      identities: [],
      providerRoles: [],
    };
    return { ...applyEvent(known, event), position };
  },
};

const beginsDocument = ({ type, data }: RecordedEvent<UserEvent>): boolean =>
  type === 'user.identity-linked' ||
  (type === 'user.role-granted' && (data as { readonly provider?: string }).provider !== undefined);

function applyEvent(
  { id, position, identities, providerRoles }: IdentitiesDocument,
  event: RecordedEvent<UserEvent>,
): IdentitiesDocument {
  if (isIdentityEvent(event))
    return { id, position, identities: applyIdentityEvent(identities, event), providerRoles };
  switch (event.type) {
    case 'user.signed-in':
      return { id, position, identities: withUse(identities, event), providerRoles };
    case 'user.role-granted':
    case 'user.role-revoked': {
      const { type, data } = event as RecordedUserEvent<'user.role-granted' | 'user.role-revoked'>;
      return { id, position, identities, providerRoles: evolveProviderRoles(providerRoles, type, data) };
    }
    case 'user.roles-renamed': {
      const { application, roles } = (event as RecordedUserEvent<'user.roles-renamed'>).data;
      const renamed = providerRoles.map((each) =>
        each.application === application ? { ...each, role: roles[each.role] ?? each.role } : each,
      );
      return { id, position, identities, providerRoles: renamed };
    }
    case 'user.erasure-begun':
    case 'user.erased':
      return { id, position, identities: [], providerRoles: [] };
    default:
      return { id, position, identities, providerRoles };
  }
}

function applyIdentityEvent(
  identities: readonly IdentityEntry[],
  event: RecordedEvent<UserEvent>,
): readonly IdentityEntry[] {
  const { identity } = event.data as { readonly identity: string };
  const others = identities.filter((each) => each.identity !== identity);
  if (event.type === 'user.identity-unlinked') return others;
  if (event.type === 'user.identity-linked') {
    const { issuer, subject } = (event as RecordedUserEvent<'user.identity-linked'>).data;
    const linkedAt = event.metadata.recordedAt;
    return [...others, { identity, issuer, subject, linkedAt, lastUsedAt: null, groups: null }];
  }
  const { groups } = (event as RecordedUserEvent<'user.identity-groups-received'>).data;
  return identities.map((each) => (each.identity === identity ? { ...each, groups } : each));
}

function withUse(
  identities: readonly IdentityEntry[],
  { data, metadata: { recordedAt } }: RecordedEvent<UserEvent>,
): readonly IdentityEntry[] {
  const { identity } = data as { readonly identity?: string };
  return identities.map((each) => (each.identity === identity ? { ...each, lastUsedAt: recordedAt } : each));
}

/** Found by id alone. */
export const identitiesIndexes: CollectionIndexes = { indexes: [], text: [] };

const isUsedSince = (entry: IdentityEntry, issuer: string, since: string): boolean =>
  entry.issuer === issuer && entry.lastUsedAt !== null && entry.lastUsedAt >= since;

interface IdentitiesReadModel {
  get(person: string): Promise<IdentitiesDocument | undefined>;
  byIds(people: Iterable<string>): Promise<readonly IdentitiesDocument[]>;
  /** Of people who signed in by an account at this provider since then (ISO 8601). Reads all documents. */
  listUsedSince(issuer: string, since: string): Promise<readonly IdentitiesDocument[]>;
}

export function createIdentitiesReadModel(readModels: ActiveGenerations): IdentitiesReadModel {
  const identities = openDocuments<IdentitiesDocument>(
    readModels,
    identitiesProjection.name,
    IDENTITIES_COLLECTION,
  );
  return {
    get: (person) => identities.get(person),
    byIds: (people) => identities.byIds(people),
    async listUsedSince(issuer, since) {
      const found: IdentitiesDocument[] = [];
      for await (const document of identities.all())
        if (document.identities.some((each) => isUsedSince(each, issuer, since))) found.push(document);
      return found;
    },
  };
}
