// API tokens: made, presented and revoked. The log and the read model have digests only.
import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { v7 as uuid } from 'uuid';
import type { TokenDocument } from '#projections/read-models/tokens/token-document.js';
import {
  createTokensReadModel,
  tokensProjection,
} from '#projections/read-models/tokens/tokens-projection.js';
import { createLruCacheOptions } from '../platform/lru-cache-options.js';
import { withTimeout } from '#platform/timeouts.js';
import { limitToProgram } from '../domain/acting-program.js';
import type { CommandContext, CommandResult } from '../domain/command.js';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import type { IssuedToken } from '../domain/user/token-events.js';
import { IssueToken, RecordTokenUse, RevokeToken } from '../domain/user/user-commands.js';
import { EventStoreUnavailable } from '../event-store/event-store.js';
import type { ErasedOr, PersonalData } from '../event-store/personal-data/personal-data.js';
import { CLOCK, type Clock } from '../ports/clock.js';
import { PERSONAL_DATA } from '../ports/storage-tokens.js';
import { PROJECTION_PROGRESS } from '../query-handling/query-dependencies.js';
import type { ProjectionProgress } from '../query-handling/projection-progress.js';
import { digestNetwork } from './digest-network.js';
import { IdentityCommands } from './identity-commands.js';
import { OwnerConfirmation, type GivenByOwner } from './owner-confirmation.js';
import { People } from './people.js';
import type { SignedInPerson } from './signed-in-person.js';
import { createTokenText, digestToken, readTokenId, toTokenSecret } from './token-secrets.js';

export type TokenRequest = Omit<IssuedToken, 'token'> & { readonly name: string };

export interface NewToken {
  readonly id: string;
  /** The whole token, which is shown once. */
  readonly secret: string;
  readonly written: CommandResult;
}

export interface ListedToken extends Omit<TokenDocument, 'position' | 'person' | 'digest' | 'name'> {
  /** null: erased. */
  readonly name: string | null;
  readonly standing: boolean;
}

interface TokenPresentation {
  readonly token: string;
  readonly address: string;
  readonly correlationId: string;
}

const RESUBMIT_MS = 2 * 60_000;
const USE_TIMEOUT_MS = 2_000;
const PATIENCE_MS = 2_000;
const NO_DIGEST = Buffer.alloc(32);

@Injectable()
export class ApiTokens {
  // A form that is sent twice shows the same token twice.
  private readonly justMade = new LRUCache<string, string>({
    ...createLruCacheOptions(1_000),
    ttl: RESUBMIT_MS,
  });
  // Read models may lag.
  private readonly revokedHere = new LRUCache<string, true>(createLruCacheOptions(100_000));
  /** Token → day of its last recorded use. */
  private readonly usedOn = new LRUCache<string, string>(createLruCacheOptions(10_000));

  @Inject(OwnerConfirmation) private readonly owner!: OwnerConfirmation;

  constructor(
    private readonly people: People,
    private readonly commands: IdentityCommands,
    @Inject(PROJECTION_PROGRESS)
    private readonly readModels: Pick<ProjectionProgress, 'generation' | 'waitFor'>,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * In a session, the owner confirms that it is them; with HTTP Basic, the request has said the password. Throws
   * `Refused` as `OwnerConfirmation`; COMMAND_REUSED if another process made the token of this command.
   */
  async issue(
    viewer: SignedInPerson,
    request: TokenRequest,
    given: GivenByOwner,
    context: CommandContext,
  ): Promise<NewToken> {
    const person = viewer.id;
    const key = `${person} ${context.commandId}`;
    const known = this.justMade.get(key);
    // Sent again, a code has been used.
    if (known === undefined && viewer.session !== undefined) await this.owner.confirm(viewer, given);
    const secret = known ?? createTokenText();
    this.justMade.set(key, secret);
    const { id, digest } = toTokenSecret(secret);
    try {
      const written = await this.commands.send(
        new IssueToken({ id: person, token: id, digest, ...request, context }),
      );
      await this.waitFor(written);
      return { id, secret, written };
    } catch (error) {
      this.justMade.delete(key);
      throw error;
    }
  }

  /** Throws `Refused` NOT_PERMITTED. */
  async revoke(person: string, token: string, context: CommandContext): Promise<CommandResult> {
    const written = await this.commands.send(new RevokeToken({ id: person, token, context }));
    const found = await this.tokens().get(token);
    if (found?.person === person) this.revokedHere.set(token, true);
    await this.waitFor(written);
    return written;
  }

  /** Throws `Refused` NOT_FOUND for a token of another person, and for none. */
  async assertHas(person: string, token: string): Promise<void> {
    if ((await this.tokens().get(token))?.person !== person)
      throw new Refused([createBuiltInReason('NOT_FOUND')]);
  }

  /** Latest first, with those that have ended. */
  async list(person: string): Promise<readonly ListedToken[]> {
    const documents = await this.tokens().findByPerson(person);
    const opened = (await this.personalData.open(documents)) as ErasedOr<readonly TokenDocument[]>;
    return (opened as readonly TokenDocument[]).map(
      ({ position: _, person: __, digest: ___, name, ...token }, index) => ({
        ...token,
        name: typeof name === 'string' ? name : null,
        standing: this.isStanding(documents[index]!),
      }),
    );
  }

  /** Throws `Refused` TOKEN_NOT_ACCEPTED, whatever the cause, so that the answer does not reveal which ids exist. */
  async authenticate({ token, address, correlationId }: TokenPresentation): Promise<SignedInPerson> {
    const found = await this.find(token);
    const signedIn = found && (await this.signedIn(found));
    if (!signedIn) throw new Refused([createBuiltInReason('TOKEN_NOT_ACCEPTED')]);
    await this.recordUse(found, { address, correlationId });
    return signedIn;
  }

  private async find(token: string): Promise<TokenDocument | undefined> {
    const id = readTokenId(token);
    const digest = digestToken(token);
    const document = id === undefined ? undefined : await this.tokens().get(id);
    const isSame = timingSafeEqual(digest, document ? Buffer.from(document.digest, 'hex') : NO_DIGEST);
    return isSame && document && this.isStanding(document) ? document : undefined;
  }

  private async signedIn(token: TokenDocument): Promise<SignedInPerson | undefined> {
    const document = await this.people.byId(token.person);
    if (!document || document.erasedAt !== null || document.lockedAt !== null) return undefined;
    if (document.demo && !(await this.people.isDemoOn())) return undefined;
    const person = await this.people.signedIn(document);
    const { id, application, administration, access } = token;
    const program = { token: id, application, administration };
    return {
      ...limitToProgram(person, program),
      admin: person.admin && administration,
      auditor: person.auditor && administration,
      program: { ...program, canWrite: access === 'write' },
    };
  }

  private isStanding({ id, revoked, until }: TokenDocument): boolean {
    return revoked === null && !this.revokedHere.has(id) && Date.parse(until) > Date.parse(this.clock());
  }

  /** Once a day. While the event store is unavailable, a use is recorded with a later one. */
  private async recordUse(
    { id, person, lastUsedAt }: TokenDocument,
    { address, correlationId }: Pick<TokenPresentation, 'address' | 'correlationId'>,
  ): Promise<void> {
    const today = this.clock().slice(0, 10);
    if (lastUsedAt?.startsWith(today) || this.usedOn.get(id) === today) return;
    this.usedOn.set(id, today);
    const context = { actor: 'system', commandId: uuid(), correlationId };
    const from = digestNetwork(this.personalData, address);
    const use = new RecordTokenUse({ id: person, token: id, from, context });
    const away = () => new EventStoreUnavailable('It has not been noted yet.');
    await withTimeout(USE_TIMEOUT_MS, this.commands.send(use), away).catch(() => this.usedOn.delete(id));
  }

  private async waitFor({ position }: CommandResult): Promise<void> {
    await this.readModels.waitFor(position, PATIENCE_MS, [tokensProjection.name]).catch(() => false);
  }

  private tokens() {
    return createTokensReadModel(this.readModels);
  }
}
