import type { RecordedEvent } from '#domain/event.js';
import { parseUserStream } from '#domain/stream-names.js';
import {
  isTokenEvent,
  type UserTokenIssued,
  type UserTokenRevoked,
  type UserTokenUsed,
} from '#domain/user/token-events.js';
import { openDocuments, type ActiveGenerations, type Projection } from '#projections/port/projection.js';
import { findAllPages } from '#projections/port/find-all-pages.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import { TOKENS_COLLECTION, type TokenDocument } from './token-document.js';

type RecordedTokenEvent =
  RecordedEvent<UserTokenIssued> | RecordedEvent<UserTokenRevoked> | RecordedEvent<UserTokenUsed>;

export const tokensProjection: Projection<TokenDocument> = {
  name: 'tokens',
  version: 1,
  types: ['user.token-'],
  targets: (event) => findTokenIds(event).map((id) => ({ collection: TOKENS_COLLECTION, id })),
  apply(document, recorded) {
    const { type, stream, position, data, metadata } = recorded as RecordedTokenEvent;
    const person = parseUserStream(stream)!;
    // A colliding id must not touch another person's token.
    if (document && document.person !== person) return document;
    const { recordedAt: at, actor: by } = metadata;
    if (type === 'user.token-issued') {
      if (document) return document;
      const { token: id, ...issued } = data;
      return { id, position, person, ...issued, issuedAt: at, lastUsedAt: null, revoked: null };
    }
    if (!document) return undefined;
    if (type === 'user.token-used') return { ...document, position, lastUsedAt: at };
    return { ...document, position, revoked: document.revoked ?? { by, at } };
  },
};

/** Tolerates events of other programs. */
function findTokenIds(event: RecordedEvent): readonly string[] {
  const { token } = (event.data ?? {}) as Readonly<Record<string, unknown>>;
  return isTokenEvent(event) && typeof token === 'string' && token !== '' ? [token] : [];
}

export const tokensIndexes: CollectionIndexes = { indexes: [['person', 'issuedAt']], text: [] };

interface TokensReadModel {
  get(id: string): Promise<TokenDocument | undefined>;
  byIds(ids: Iterable<string>): Promise<readonly TokenDocument[]>;
  /** Latest first. */
  findByPerson(person: string): Promise<readonly TokenDocument[]>;
  all(): AsyncIterable<TokenDocument>;
}

const PAGE_SIZE = 200;

export function createTokensReadModel(readModels: ActiveGenerations): TokensReadModel {
  const tokens = openDocuments<TokenDocument>(readModels, tokensProjection.name, TOKENS_COLLECTION);
  return {
    get: (id) => tokens.get(id),
    byIds: (ids) => tokens.byIds(ids),
    all: () => tokens.all(),
    findByPerson: (person) =>
      findAllPages(tokens, {
        filter: { person },
        sort: { path: 'issuedAt', descending: true },
        limit: PAGE_SIZE,
      }),
  };
}
