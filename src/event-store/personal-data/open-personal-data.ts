// Personal data on one machine: keys in a SQLite file of their own, wrapped by a master key that lives elsewhere.
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { ERASED } from '../../specification/value.js';
import * as box from './box.js';
import { createKeyRing, type KeyRing } from './key-ring.js';
import { openKeysFile } from './keys-file.js';
import { installationKeys, MASTER_KEY_VARIABLE } from './master-key.js';
import { openSealed } from './open-sealed.js';
import type { PersonalData, Sealed } from './personal-data.js';
import { PersonalDataUnreadable } from './unreadable.js';

export interface PersonalDataFiles {
  /** SQLite file; made on first use. Any number of processes may have it open. */
  readonly keys: string;
  /** File with the master key, made on first use with mode 0600; DAYBOOK_MASTER_KEY (base64) takes its place. */
  readonly masterKey: string;
}

/**
 * Opens the keys at once (synchronous). Throws `UnusableFile` for a file that is no keys file, and `PersonalDataUnreadable`
 * when one of the two files is missing or they do not belong together.
 */
export function openPersonalData({ keys, masterKey }: PersonalDataFiles): PersonalData {
  const known = existsSync(keys);
  if (!known && existsSync(masterKey))
    throw new PersonalDataUnreadable(
      `The keys file ${keys} is missing, but its master key ${masterKey} is there. Restore the keys file from a backup; in a new installation, remove the master key to start anew.`,
    );
  const { wrap, digest, origin } = installationKeys(masterKey, !known);
  const file = openKeysFile(keys);
  try {
    checkMasterKey(
      file.check(() => box.close(wrap, CHECK, Buffer.from(CHECK))),
      wrap,
      { keys, origin },
    );
  } catch (error) {
    file.close();
    throw error;
  }
  const ring = createKeyRing(file, wrap);

  return {
    async seal(person, value) {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) throw new TypeError('only JSON can be sealed');
      ring.refresh();
      const sealed = box.close(await ring.obtain(person), person, Buffer.from(text));
      return { sealed: { person, box: sealed.toString('base64url') } };
    },
    async open<T>(json: T) {
      ring.refresh();
      return openSealed(json, (sealed) => openOne(ring, sealed)) as T;
    },
    erase: async (person) => ({ keyFingerprint: ring.destroy(person) }),
    digest: (text) => createHmac('sha256', digest).update(text).digest('hex'),
    close: async () => file.close(),
  };
}

const CHECK = 'daybook master key check';

function checkMasterKey(
  check: Buffer,
  wrap: Buffer,
  { keys, origin }: { keys: string; origin: string },
): void {
  if (box.open(wrap, CHECK, check)) return;
  throw new PersonalDataUnreadable(
    `The master key in ${origin} does not fit the keys file ${keys}. Restore the one it was made with, or set ${MASTER_KEY_VARIABLE} to it.`,
  );
}

function openOne(ring: KeyRing, { sealed }: Sealed): unknown {
  const key = ring.find(sealed.person);
  if (key === 'destroyed') return ERASED;
  if (!key)
    throw new PersonalDataUnreadable(
      `The keys file has no key of person ${sealed.person}. It is older than the log, or another installation's: restore the right one from a backup.`,
    );
  const opened = box.open(key, sealed.person, Buffer.from(sealed.box, 'base64url'));
  if (!opened)
    throw new PersonalDataUnreadable(
      `A sealed value of person ${sealed.person} is damaged. Restore the log from a backup, or rebuild the read models.`,
    );
  return JSON.parse(opened.toString());
}
