// Whether an id is free: of two records, or a record and a person, that ask for one id, the second is refused.
import { LRUCache } from 'lru-cache';
import type { Lookups } from '#ports/lookups.js';
import type { SpecificationVersions } from '#ports/specifications.js';
import type { CommandContext } from '#domain/command.js';
import type { EventStore } from '#event-store/event-store.js';
import { RecordRef, streams, type RecordName, type UserName } from '#domain/stream-names.js';

type Subject = RecordName | UserName;

/** More ids than one process gives out while its read models are behind: what is older, these know. */
const REMEMBERED = 10_000;

export class IdsInUse {
  private readonly taken = new LRUCache<string, Subject>({ max: REMEMBERED });
  /** Of ids under check only: before Node.js 24, a promise retains the context of the request in which it was created. */
  private readonly checks = new Map<string, Promise<boolean>>();

  constructor(
    private readonly specifications: SpecificationVersions,
    private readonly lookups: Lookups,
    private readonly store: Pick<EventStore, 'read'>,
  ) {}

  /** Takes the id for this record or person, as far as this process goes. false: another one has it. */
  async take(id: string, subject: Subject): Promise<boolean> {
    const owner = this.taken.get(id);
    if (owner !== undefined) return owner === subject && (this.checks.get(id) ?? true);
    // Taken before the check is awaited, so that a second request for the id finds it taken.
    this.taken.set(id, subject);
    const check = this.isFree(id, subject);
    this.checks.set(id, check);
    let isFree = false;
    try {
      isFree = await check;
      return isFree;
    } finally {
      if (this.checks.get(id) === check) this.checks.delete(id);
      if (!isFree) this.release(id, subject);
    }
  }

  /** Whether another record has the id since this very command of this person opened it. */
  async isTakenByCommand(
    { commandId, actor }: CommandContext,
    id: string,
    subject: Subject,
  ): Promise<boolean> {
    for (const other of await this.subjects(id)) {
      if (other === subject) continue;
      const [first] = (await this.store.read(other)).events;
      if (first?.metadata.commandId === commandId && first.metadata.actor === actor) return true;
    }
    return false;
  }

  release(id: string, subject: Subject): void {
    if (this.taken.get(id) === subject) this.taken.delete(id);
  }

  private async isFree(id: string, subject: Subject): Promise<boolean> {
    const others = (await this.subjects(id)).filter((other) => other !== subject);
    return !(await this.lookups.existsAny(others));
  }

  /** Everything that could bear the id. */
  private async subjects(id: string): Promise<readonly Subject[]> {
    const records = (await this.specifications.all()).flatMap(({ specification: { key, entities } }) =>
      Object.keys(entities).flatMap((entity) => RecordRef.from({ application: key, entity, id })?.name ?? []),
    );
    return [streams.user(id), ...records];
  }
}
