// Seals, opens and erases personal data with any key store.
import { createHmac } from 'node:crypto';
import { DAMAGED, ERASED, KEY_MISSING } from '#specification/model/stored-value.js';
import { createKeyRing, DESTROYED_KEY, type PersonKey, type KeyRing } from './key-ring.js';
import { toKeyState, type KeysStore } from './keys-store.js';
import { MASTER_KEY_VARIABLE, type InstallationKeys } from './master-key.js';
import {
  replaceSealed,
  isSealed,
  type KeyOwner,
  type PersonalData,
  type FindRecordedErasures,
  type SealedValue,
} from './personal-data.js';
import { PersonalDataUnreadable } from './personal-data-unreadable.js';
import { encryptBox, decryptBox } from './encrypt-box.js';

/** Without a log, `erasures` treats every destroyed key as erased. */
export function createPersonalData(
  store: KeysStore,
  { wrap, digest }: InstallationKeys,
  erasures: FindRecordedErasures = async (names) => new Set(names),
): PersonalData {
  const ring = createKeyRing(store, wrap, erasures);
  const missing = createNameNotifier();
  const damaged = createNameNotifier();
  return {
    async seal(owner, value) {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) throw new TypeError('only JSON can be sealed');
      ring.refreshIfStale();
      const person = toKeyName(owner);
      const sealed = encryptBox(
        await ring.findOrCreate(person, toFormerKeyName(owner)),
        person,
        Buffer.from(text),
      );
      return { sealed: { person, box: sealed.toString('base64url') } };
    },
    async open<T>(json: T) {
      ring.refreshIfStale();
      const refuse = ({ sealed }: SealedValue) => {
        throw keyNotFoundError(sealed.person, store.place);
      };
      return openAll(json, ring, { withoutKey: refuse, damaged: throwDamagedValue }) as Promise<T>;
    },
    async openForDisplay<T>(json: T) {
      ring.refreshIfStale();
      const without = new Set<string>();
      const broken = new Set<string>();
      const shown = await openAll(json, ring, {
        withoutKey: ({ sealed }) => without.add(sealed.person) && KEY_MISSING,
        damaged: ({ sealed }) => broken.add(sealed.person) && DAMAGED,
      });
      missing.notify(without);
      damaged.notify(broken);
      return shown as T;
    },
    onMissingKeys: missing.listen,
    onDamagedValues: damaged.listen,
    erase: async (owner) => ({ keyFingerprint: await ring.destroy(toKeyName(owner)) }),
    async findKeyStates(people) {
      const rows = await store.find(people);
      return new Map([...rows].map(([person, row]) => [person, toKeyState(row)]));
    },
    listDestroyedKeys: async (after, limit) => store.listDestroyed(after, limit),
    rememberErased: ring.rememberErased,
    forbidNewKeys: (why) => ring.forbidNewKeys(why),
    digest: (text) => createHmac('sha256', digest).update(text).digest('hex'),
    close: async () => store.close(),
  };
}

const toKeyName = (owner: KeyOwner): string => (typeof owner === 'string' ? owner : owner.name);

/** Earlier versions named record keys by the id alone; their values must stay readable. */
const toFormerKeyName = (owner: KeyOwner): string | undefined =>
  typeof owner === 'string' ? undefined : owner.id;

/** Reports each name to its listeners once. */
function createNameNotifier() {
  const known = new Set<string>();
  const listeners: ((names: readonly string[]) => void)[] = [];
  return {
    notify(names: ReadonlySet<string>) {
      const now = [...names].filter((name) => !known.has(name));
      for (const name of now) known.add(name);
      if (now.length > 0) for (const listener of listeners) listener(now);
    },
    listen: (listener: (names: readonly string[]) => void) => void listeners.push(listener),
  };
}

/** Replacements for values that cannot be opened. */
interface SealedFallback {
  withoutKey(value: SealedValue): unknown;
  damaged(value: SealedValue): unknown;
}

/** One pass if all keys are cached; otherwise fetches the missing keys together, and again for nested sealed values. */
async function openAll(json: unknown, ring: KeyRing, opening: SealedFallback): Promise<unknown> {
  const keys = new Map<string, PersonKey | undefined>();
  for (;;) {
    const missing = new Set<string>();
    const open = (value: SealedValue): unknown => {
      const { person } = value.sealed;
      if (!keys.has(person)) {
        const key = ring.findCached(person);
        if (!key) return missing.add(person) && value;
        keys.set(person, key);
      }
      const opened = openOne(keys.get(person), value, opening);
      if (isSealed(opened)) return open(opened);
      // Items of a list may be sealed by several owners.
      return Array.isArray(opened) ? opened.map((each) => (isSealed(each) ? open(each) : each)) : opened;
    };
    const opened = replaceSealed(json, open);
    if (missing.size === 0) return opened;
    const found = await ring.find(missing);
    for (const person of missing) keys.set(person, found.get(person));
  }
}

const keyNotFoundError = (person: string, place: string) =>
  new PersonalDataUnreadable(
    `There is no key of person ${person} in ${place}. It is older than the log, or another installation's: restore the right one from a backup.`,
  );

function throwDamagedValue({ sealed }: SealedValue): never {
  throw new PersonalDataUnreadable(
    `A sealed value of person ${sealed.person} is damaged. Restore the log from a backup, or rebuild the read models.`,
  );
}

function openOne(
  key: PersonKey | undefined,
  value: SealedValue,
  { withoutKey, damaged }: SealedFallback,
): unknown {
  if (key === DESTROYED_KEY) return ERASED;
  if (!key) return withoutKey(value);
  const { sealed } = value;
  const opened = decryptBox(key, sealed.person, Buffer.from(sealed.box, 'base64url'));
  return opened ? JSON.parse(opened.toString()) : damaged(value);
}

const CHECK = 'daybook master key check';

export const createMasterKeyCheck = ({ wrap }: InstallationKeys): Buffer =>
  encryptBox(wrap, CHECK, Buffer.from(CHECK));

/** Throws `PersonalDataUnreadable` where another master key wrapped the keys. */
export function assertMasterKeyFits(
  check: Buffer,
  { place }: KeysStore,
  { wrap, origin }: InstallationKeys,
): void {
  if (decryptBox(wrap, CHECK, check)) return;
  throw new PersonalDataUnreadable(
    `The master key in ${origin} does not fit ${place}. Restore the one it was made with, or set ${MASTER_KEY_VARIABLE} to it.`,
  );
}
