// Persons' keys, unwrapped: made on first use, forgotten the moment any process erases somebody.
import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as box from './box.js';
import type { KeysFile } from './keys-file.js';
import { PersonErased } from './personal-data.js';
import { PersonalDataUnreadable } from './unreadable.js';

export type Key = Buffer | 'destroyed';

export interface KeyRing {
  /** Call before a run of `find`: learns what other processes have written since. */
  refresh(): void;
  /** undefined: this person never had a key. */
  find(person: string): Key | undefined;
  /** The person's key, made and durable where there was none. Throws `PersonErased`. */
  obtain(person: string): Promise<Buffer>;
  destroy(person: string): string | null;
}

const REMEMBERED = 10_000;

export function createKeyRing(file: KeysFile, wrappingKey: Buffer): KeyRing {
  const keys = new LRUCache<string, Buffer | { destroyed: true }>({ max: REMEMBERED });
  let version = file.version();
  let wanted = new Set<string>();
  let making: Promise<void> | undefined;

  function find(person: string): Key | undefined {
    const known = keys.get(person) ?? load(person);
    if (known) keys.set(person, known);
    return known && ('destroyed' in known ? 'destroyed' : known);
  }

  function load(person: string): Buffer | { destroyed: true } | undefined {
    const row = file.find(person);
    if (!row) return undefined;
    if (!row.wrapped) return { destroyed: true };
    const key = box.open(wrappingKey, person, row.wrapped);
    if (key) return key;
    throw new PersonalDataUnreadable(
      `The key of person ${person} is damaged. Restore the keys file from a backup.`,
    );
  }

  /** Keys wanted in the same turn of the event loop are made in one transaction. */
  function make(): Promise<void> {
    making ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        const people = [...wanted];
        wanted = new Set();
        making = undefined;
        try {
          file.add(people.map((person) => newKey(person, wrappingKey)));
          resolve();
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    return making;
  }

  return {
    find,
    refresh() {
      const now = file.version();
      if (now !== version) keys.clear();
      version = now;
    },
    async obtain(person) {
      if (find(person) === undefined) {
        wanted.add(person);
        await make();
      }
      const key = find(person);
      if (key === 'destroyed') throw new PersonErased(`the key of person ${person} is destroyed`);
      return key!;
    },
    destroy(person) {
      keys.delete(person);
      return file.destroy(person);
    },
  };
}

function newKey(person: string, wrappingKey: Buffer) {
  const key = randomBytes(32);
  return {
    person,
    wrapped: box.close(wrappingKey, person, key),
    fingerprint: createHash('sha256').update(key).digest('hex'),
  };
}
