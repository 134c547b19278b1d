import { LRUCache } from 'lru-cache';
import type { Lookups } from '#ports/lookups.js';
import type { SpecificationVersions } from '#ports/specifications.js';
import type { CommandContext } from '#domain/command.js';
import type { EventStore } from '#event-store/event-store.js';
import { RecordRef, streams, type RecordStreamName, type UserStreamName } from '#domain/stream-names.js';

type Subject = RecordStreamName | UserStreamName;

const MAX_REMEMBERED_IDS = 10_000;

export class IdsInUse {
  private readonly taken = new LRUCache<string, Subject>({ max: MAX_REMEMBERED_IDS });
  private readonly checks = new Map<string, Promise<boolean>>();

  constructor(
    private readonly specifications: SpecificationVersions,
    private readonly lookups: Lookups,
    private readonly store: Pick<EventStore, 'read'>,
  ) {}

  /** Reserves in this process; false: taken. */
  async reserve(id: string, subject: Subject): Promise<boolean> {
    const owner = this.taken.get(id);
    if (owner !== undefined) return owner === subject && (this.checks.get(id) ?? true);
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

  /** Whether the same command created another record with the id. */
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

  private async subjects(id: string): Promise<readonly Subject[]> {
    const records = (await this.specifications.all()).flatMap(({ specification: { key, entities } }) =>
      Object.keys(entities).flatMap((entity) => RecordRef.from({ application: key, entity, id })?.name ?? []),
    );
    return [streams.user(id), ...records];
  }
}
