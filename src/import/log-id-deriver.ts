// Derived under a key of this installation, so that names cannot be found by trial and repeated imports match.
import { deriveUuidFromParts } from './derived-ids.js';
import type { LogAttribute } from './xes-log.js';

const FINGERPRINT = 32;

export class LogIdDeriver {
  /** The same people occur in every case. */
  private readonly people = new Map<string, string>();

  constructor(private readonly digest: (text: string) => string) {}

  derivePersonId(name: string): string {
    let id = this.people.get(name);
    if (id === undefined) this.people.set(name, (id = this.deriveUuid(['person', name])));
    return id;
  }

  /** `ordinal`: from 1, among cases of this name. */
  deriveRecordId(application: string, entity: string, name: string, ordinal: number): string {
    return this.deriveUuid(['case', application, entity, name, String(ordinal)]);
  }

  /** A changed history yields another id. */
  deriveCommandId(record: string, fingerprints: readonly string[]): string {
    return this.deriveUuid(['import', record, ...fingerprints]);
  }

  /** Independent of the attributes' order. */
  computeFingerprint(attributes: readonly LogAttribute[]): string {
    const contents = attributes.map(essence).sort();
    return this.keyed(['said', ...contents]).slice(0, FINGERPRINT);
  }

  deriveUuid(parts: readonly string[]): string {
    return deriveUuidFromParts(this.keyed(parts));
  }

  private keyed(parts: readonly string[]): string {
    return this.digest(JSON.stringify(parts));
  }
}

function essence({ key, type, value, children }: LogAttribute): string {
  return JSON.stringify([key, type, value ?? null, ...(children ?? []).map(essence)]);
}
