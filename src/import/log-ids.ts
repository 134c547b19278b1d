// Ids that follow from what is imported: the same case is the same record however often it is read. They are keyed digests,
// under a key of this installation: nobody finds a name again by trying.
import { derivedUuid } from './derived-ids.js';
import type { LogAttribute } from './xes-log.js';

/** Hex, long enough that two never meet. */
const FINGERPRINT = 32;

export class LogIds {
  /** Everybody is met again and again. */
  private readonly people = new Map<string, string>();

  constructor(private readonly digest: (text: string) => string) {}

  person(name: string): string {
    let id = this.people.get(name);
    if (id === undefined) this.people.set(name, (id = this.uuid(['person', name])));
    return id;
  }

  /** `ordinal`: the how manieth case of this name the log has, from 1. */
  record(application: string, entity: string, name: string, ordinal: number): string {
    return this.uuid(['case', application, entity, name, String(ordinal)]);
  }

  /** The same history is the same command; one that has grown or changed is another. */
  command(record: string, fingerprints: readonly string[]): string {
    return this.uuid(['import', record, ...fingerprints]);
  }

  /** Of all that is kept of them, whatever their order. */
  fingerprint(attributes: readonly LogAttribute[]): string {
    const said = attributes.map(essence).sort();
    return this.keyed(['said', ...said]).slice(0, FINGERPRINT);
  }

  uuid(parts: readonly string[]): string {
    return derivedUuid(this.keyed(parts));
  }

  private keyed(parts: readonly string[]): string {
    return this.digest(JSON.stringify(parts));
  }
}

function essence({ key, type, value, children }: LogAttribute): string {
  return JSON.stringify([key, type, value ?? null, ...(children ?? []).map(essence)]);
}
