// The table by which groups at providers give roles: read from the log, and tried before it holds.
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { readUser } from '#command-handling/pipeline/acting-person.js';
import type { RecordedEvent } from '#domain/event.js';
import { streams } from '#domain/stream-names.js';
import { compareProviderRoles, isSameIssuer, type RoleDifference } from '#domain/user/linked-identities.js';
import type { ProviderRolesChanged, ProviderRolesRow } from '#domain/user/provider-roles-events.js';
import { foldProviderRoles, rolesOfGroups, type ProviderRolesTable } from '#domain/user/provider-roles.js';
import type { EventStore } from '#event-store/event-store.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { EVENT_STORE, PERSONAL_DATA } from '../../ports/storage-tokens.js';
import { Seals } from '../seals.js';
import { SIGN_IN_PROVIDERS, type SignInProvider } from './sign-in-provider.js';

export interface TriedRoles extends RoleDifference {
  readonly provider: SignInProvider;
  /** undefined: the provider has stated none at a sign-in yet. */
  readonly groups: readonly string[] | undefined;
}

const TRIED = {
  name: 'tried table of roles',
  schema: z.object({ admin: z.string(), rows: z.string() }),
};
const MAX_KEPT_GROUPS = 1_000;
const TRIED_LIFETIME_MS = 60 * 60_000;

@Injectable()
export class ProviderRoles {
  constructor(
    @Inject(SIGN_IN_PROVIDERS) readonly providers: readonly SignInProvider[],
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
    private readonly seals: Seals,
  ) {}

  async read(): Promise<ProviderRolesTable> {
    const { events } = await this.store.read(streams.providerRoles());
    return foldProviderRoles(events as unknown as readonly RecordedEvent<ProviderRolesChanged>[]);
  }

  /** All groups count; `kept` are those that are recorded, first the ones that the table names. */
  async findRoles(provider: string, groups: readonly string[]) {
    const { rows } = await this.read();
    const named = new Set(rows.flatMap((row) => (row.provider === provider ? row.group : [])));
    const kept = [...groups.filter((each) => named.has(each)), ...groups.filter((each) => !named.has(each))];
    return { roles: rolesOfGroups(rows, provider, groups), kept: kept.slice(0, MAX_KEPT_GROUPS).sort() };
  }

  /** What the next sign-in would change, by the groups of the last one; a line for each linked provider. */
  async tryOnPerson(person: string, rows: readonly ProviderRolesRow[]): Promise<readonly TriedRoles[]> {
    const { store, personalData } = this;
    const state = await readUser({ store, personalData }, person);
    if (state.status !== 'registered') return [];
    return state.identities.flatMap(({ issuer, groups }) => {
      const provider = this.providers.find((each) => isSameIssuer(each.issuer, issuer));
      if (!provider) return [];
      const wanted = rolesOfGroups(rows, provider.key, groups ?? []);
      return [{ provider, groups, ...compareProviderRoles(state, issuer, wanted) }];
    });
  }

  /** For a person without any role. */
  tryOnGroups(
    provider: SignInProvider,
    groups: readonly string[],
    rows: readonly ProviderRolesRow[],
  ): TriedRoles {
    const nobody = { roles: {}, providerRoles: [] };
    const wanted = rolesOfGroups(rows, provider.key, groups);
    return { provider, groups, ...compareProviderRoles(nobody, provider.issuer, wanted) };
  }

  /** Proves that this admin tried exactly these rows. */
  async sealTried(admin: string, rows: readonly ProviderRolesRow[]): Promise<string> {
    return this.seals.seal(TRIED, { admin, rows: digestRows(rows) }, TRIED_LIFETIME_MS);
  }

  async isTried(seal: string, admin: string, rows: readonly ProviderRolesRow[]): Promise<boolean> {
    const tried = await this.seals.open(TRIED, seal);
    return tried?.admin === admin && tried.rows === digestRows(rows);
  }
}

const digestRows = (rows: readonly ProviderRolesRow[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        rows.map(({ provider, group, application, role }) => [provider, group, application, role]),
      ),
    )
    .digest('base64url');
